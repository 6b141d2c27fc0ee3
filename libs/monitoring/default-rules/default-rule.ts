import type { RuleDefinition } from '../rule-definition';

/** A rule that a new tenant gets. */
export interface DefaultRule {
  /** stays the same whatever becomes of the rule's text */
  key: string;
  definition: RuleDefinition;
}
