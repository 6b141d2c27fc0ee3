import type { RuleMode } from '@probity/contracts/monitoring-rules/events';
import { RULE_MODES } from '@probity/contracts/monitoring-rules/words';
import { OptionalChoice } from '@probity/platform/http/fields/choice';
import { PageQuery } from '@probity/platform/http/page.dto';

/** Which monitoring rules are asked for, in the query of a request. */
export class RulesQuery extends PageQuery {
  @OptionalChoice(RULE_MODES)
  mode?: RuleMode;
}
