import type { RuleMode } from '@probity/contracts/monitoring-rules/events';
import type { RuleView } from '@probity/contracts/monitoring-rules/views';
import { ruleAsSeen } from '@probity/read-side/proposals/as-seen';
import type { ReviewedChange } from '../proposals/reviewed-change';

/** What a request changes of a rule. */
export interface RuleChange {
  mode?: RuleMode;
  definition?: Record<string, unknown>;
}

/** A change of a rule as reviewers see it. It can be made as long as the rule has the same version. */
export function reviewedRuleChange(
  rule: RuleView,
  { mode, definition }: RuleChange,
  reason: string,
): Omit<ReviewedChange, 'needed'> {
  const changesMode = mode !== undefined && mode !== rule.mode;
  const name = `the monitoring rule "${String(rule.definition.name)}"`;
  const what = changesMode ? `${name} from ${rule.mode} to ${mode}` : name;
  return {
    action: 'loosen_rule',
    subject: ['monitoring_rule', rule.id],
    summary: `change ${what}${changesMode && definition ? ', and its definition' : ''}`,
    reason,
    state: ruleAsSeen(rule),
    shown: {
      rule: rule.definition.name,
      before: { mode: rule.mode, ...(definition && { definition: rule.definition }) },
      after: { mode: mode ?? rule.mode, ...(definition && { definition }) },
    },
  };
}
