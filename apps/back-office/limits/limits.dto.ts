import { IsObject } from 'class-validator';
import { Field } from '@probity/platform/http/fields/field';
import { OptionalWholeNumber } from '@probity/platform/http/fields/number';
import { ReasonBody } from '../staff/decision.dto';

export class ChangeLimitsBody extends ReasonBody {
  @Field(
    {
      type: 'object',
      additionalProperties: true,
      description: 'limits by their names: omitted limits do not change, null resets a limit to its default',
      example: { requests_per_second: 500, ledgers: null },
    },
    IsObject({ message: 'limits must be a JSON object' }),
  )
  limits: Record<string, unknown>;

  @OptionalWholeNumber(0, undefined, {
    example: 1,
    description: 'the change is rejected if the limits have another version; 0 means the defaults',
  })
  expected_version?: number;
}
