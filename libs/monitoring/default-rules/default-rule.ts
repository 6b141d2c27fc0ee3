import type { RuleDefinition } from '../rule-definition';

/** A rule that a new tenant gets. */
export interface DefaultRule {
  /** stays the same whatever becomes of the rule's text */
  key: string;
  definition: RuleDefinition;
}

/** A default rule for transactions; its alerts are of the type that its key names. */
export function transactionRule(
  key: string,
  { name, description, reason, severity, ...rest }: Omit<RuleDefinition, 'event_type' | 'alert_type'>,
): DefaultRule {
  const event_type = 'transaction';
  return { key, definition: { name, description, reason, event_type, severity, alert_type: key, ...rest } };
}
