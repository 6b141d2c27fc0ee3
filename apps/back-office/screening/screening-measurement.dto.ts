import { MAX_THRESHOLD_RULES, MIN_THRESHOLD, ThresholdRule } from '@probity/contracts/settings/threshold-rules';
import { OptionalCheckedElsewhere } from '@probity/platform/http/fields/field';
import { WEIGHT_NAMES } from '@probity/screening/weights';

/** `proposalProblems` checks it. */
export class MeasureScreeningBody {
  @OptionalCheckedElsewhere({
    type: 'number',
    minimum: MIN_THRESHOLD,
    maximum: 1,
    example: 0.8,
    description:
      'for all matches without one of `thresholds`; default: that of the settings. Without `thresholds`, the rules of ' +
      'the settings do not apply',
  })
  threshold?: number | null;

  @OptionalCheckedElsewhere({
    type: 'array',
    items: { $ref: ThresholdRule },
    maxItems: MAX_THRESHOLD_RULES,
    description: 'rules as in `screening.thresholds`; default: those of the settings, if there is no `threshold`',
  })
  thresholds?: ThresholdRule[] | null;

  @OptionalCheckedElsewhere({
    type: 'object',
    additionalProperties: { type: 'number', minimum: -1, maximum: 1 },
    example: { other_country: -0.2 },
    description: `weights instead of those of the scorer, by name: ${WEIGHT_NAMES.join(', ')}`,
  })
  weights?: Record<string, number> | null;
}
