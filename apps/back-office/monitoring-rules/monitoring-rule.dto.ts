import { RULE_MODES } from '@probity/contracts/monitoring-rules/words';
import type { RuleMode } from '@probity/contracts/monitoring-rules/events';
import { Choice } from '@probity/platform/http/fields/choice';
import { OptionalWholeNumber } from '@probity/platform/http/fields/number';
import { ReasonBody } from '../staff/decision.dto';

export class RuleModeBody extends ReasonBody {
  @Choice(RULE_MODES)
  mode: RuleMode;

  @OptionalWholeNumber(1, undefined, {
    example: 1,
    description: 'the request is rejected if the rule has another version',
  })
  expected_version?: number;
}
