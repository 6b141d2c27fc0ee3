import type { RuleMode } from '@probity/contracts/monitoring-rules/events';
import { RULE_MODES } from '@probity/contracts/monitoring-rules/words';
import { OptionalChoice } from '@probity/platform/http/fields/choice';
import { PageQuery } from '@probity/platform/http/page.dto';

/** The query parameters of a list of monitoring rules. */
export class RulesQuery extends PageQuery {
  @OptionalChoice(RULE_MODES)
  mode?: RuleMode;
}
