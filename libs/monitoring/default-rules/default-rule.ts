import type { RuleDefinition } from '../rule-definition';

/** A rule that a new tenant gets. */
export interface DefaultRule {
  /** stays the same whatever becomes of the rule's text */
  key: string;
  definition: RuleDefinition;
}

/** A rule about transactions whose alerts have its key as their type. */
export function defaultRule(
  key: string,
  { name, description, reason, severity, ...rest }: Omit<RuleDefinition, 'event_type' | 'alert_type'>,
): DefaultRule {
  // The members are in the order in which tenants see them.
  const definition = {
    name,
    description,
    reason,
    event_type: 'transaction',
    severity,
    alert_type: key,
    ...rest,
  } as const;
  return { key, definition };
}
