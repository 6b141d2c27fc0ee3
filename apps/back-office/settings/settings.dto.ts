import { IsObject } from 'class-validator';
import { Field } from '@probity/platform/http/fields/field';
import { OptionalWholeNumber } from '@probity/platform/http/fields/number';
import { ReasonBody } from '../staff/decision.dto';

export class ChangeSettingsBody extends ReasonBody {
  @Field(
    {
      type: 'object',
      additionalProperties: true,
      description:
        'the change, as a JSON Merge Patch (RFC 7396) with the sections stages, providers, screening, monitoring, ' +
        'scoring and retention: omitted fields do not change, null resets a field or a section to its default',
      example: { screening: { threshold: 0.75 }, stages: { kyc: 'external' } },
    },
    IsObject({ message: 'settings must be a JSON object' }),
  )
  settings: Record<string, unknown>;

  @OptionalWholeNumber(0, undefined, {
    example: 1,
    description: 'the change is rejected if the settings have another version; 0 means the defaults',
  })
  expected_version?: number;
}
