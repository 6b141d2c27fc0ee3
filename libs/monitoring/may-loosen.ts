import type { RuleView } from '@probity/contracts/monitoring-rules/views';
import { RULE_MODES } from '@probity/contracts/monitoring-rules/words';
import type { RuleMode } from '@probity/contracts/monitoring-rules/events';
import { canonicalJson } from '@probity/platform/canonical-json';
import { decided } from './comparable-amounts';

/**
 * Whether a rule may raise fewer alerts after a change than before: its mode is weaker, or the definition of an active
 * rule differs. Whether another definition is stricter is not decided: that would need every possible event.
 */
export function mayLoosen(
  before: Pick<RuleView, 'mode' | 'definition'>,
  after: { mode?: RuleMode; definition?: Record<string, unknown> },
): boolean {
  const isWeaker = after.mode !== undefined && RULE_MODES.indexOf(after.mode) > RULE_MODES.indexOf(before.mode);
  if (isWeaker || before.mode !== 'active' || !after.definition) return isWeaker;
  return canonicalJson(decided(after.definition, before.definition)) !== canonicalJson(before.definition);
}
