import { IsObject } from 'class-validator';
import { Field } from '@probity/platform/http/fields/field';
import { ReasonBody } from '../staff/decision.dto';

export class ConfigureProviderBody extends ReasonBody {
  @Field(
    {
      type: 'object',
      additionalProperties: true,
      description:
        'all settings of the plugin, secrets included. An omitted secret keeps its value. GET /provider-plugins ' +
        'describes the settings of each plugin.',
      example: { url: 'https://api.example.com', api_key: 'a secret' },
    },
    IsObject({ message: 'configuration must be a JSON object' }),
  )
  configuration: Record<string, unknown>;
}
