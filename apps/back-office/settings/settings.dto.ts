import { IsObject } from 'class-validator';
import { Field } from '@probity/platform/http/fields/field';
import { OptionalWholeNumber } from '@probity/platform/http/fields/number';
import { DecisionBody } from '../staff/decision.dto';

export class ChangeSettingsBody extends DecisionBody {
  @Field(
    {
      type: 'object',
      additionalProperties: true,
      description:
        'what to change, as a JSON Merge Patch (RFC 7396) with the sections stages, screening, monitoring and ' +
        'scoring: what is left out stays as it is, null puts a field or a section back to its default',
      example: { screening: { threshold: 0.75 }, stages: { kyc: 'external' } },
    },
    IsObject({ message: 'settings must be a JSON object' }),
  )
  settings: Record<string, unknown>;

  @OptionalWholeNumber(0, undefined, {
    example: 1,
    description: 'refuses the change when another version applies meanwhile; 0: the defaults',
  })
  expected_version?: number;
}
