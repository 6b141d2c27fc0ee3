import type { Cases } from './histories';
import { AMOUNT_RULES } from './amount-rule-cases';
import { BEHAVIOUR_RULES } from './behaviour-rule-cases';
import { NETWORK_RULES } from './network-rule-cases';

/** What each default rule hits and what it does not, by the key of the rule. */
export const CASES: Record<string, Cases> = { ...AMOUNT_RULES, ...BEHAVIOUR_RULES, ...NETWORK_RULES };
