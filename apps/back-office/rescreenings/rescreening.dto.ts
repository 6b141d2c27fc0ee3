import { IsNumber, Max, Min } from 'class-validator';
import { MIN_THRESHOLD } from '@probity/contracts/settings/threshold-rules';
import { OptionalFlag } from '@probity/platform/http/fields/choice';
import { OptionalField } from '@probity/platform/http/fields/field';
import { ReasonBody } from '../staff/decision.dto';

const THRESHOLD = { message: `threshold must be a number from ${MIN_THRESHOLD} to 1` };

export class StartRescreeningBody extends ReasonBody {
  @OptionalFlag({ description: 'true: only count the alerts that would be raised' })
  preview?: boolean | null;

  @OptionalField(
    {
      type: 'number',
      minimum: MIN_THRESHOLD,
      maximum: 1,
      example: 0.8,
      description: 'only of a preview: from which score a match counts, instead of `screening.threshold` and its rules',
    },
    IsNumber({}, THRESHOLD),
    Min(MIN_THRESHOLD, THRESHOLD),
    Max(1, THRESHOLD),
  )
  threshold?: number | null;
}
