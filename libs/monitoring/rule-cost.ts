import type { RuleProblem } from './rule-error';

/** The cost of a rule above which it cannot be saved. */
export const MAX_RULE_COST = 200_000;

/** Activities of a customer on a day, for the cost of a window that is counted anew for each event. */
const ACTIVITIES_A_DAY = 20;
/** An activity enters the window once and leaves it once. */
const FILTERINGS_OF_AN_ACTIVITY = 2;
/** Characters of a text that a pattern is matched with. */
const MATCHED_CHARACTERS = 100;
const DAY_MS = 86_400_000;

/** A node that costs more than itself. */
export interface CostlyPart {
  /** JSON pointer in the definition */
  path: string;
  cost: number;
}

/**
 * The cost of evaluating a rule for one event, in steps of 20 to 40 ns. A node is one step. A pattern is one step for
 * each of its characters and each of 100 characters of text. The filter of an aggregate counts for each activity that
 * it tests: two for an ordinary one, and 20 for each day of the window if it reads the current event.
 *
 * The cost is an estimate from the definition alone. The time of each evaluation is limited as well.
 */
export interface RuleCost {
  total: number;
  /** undefined when every node is one step */
  most?: CostlyPart;
}

export const patternCost = (patternSteps: number): number => patternSteps * MATCHED_CHARACTERS;

/** @param filterCost the cost of the filter for one activity */
export const aggregateCost = (filterCost: number, windowMs: number, dependsOnEvent: boolean): number => {
  const activities = dependsOnEvent ? ACTIVITIES_A_DAY * Math.max(1, windowMs / DAY_MS) : FILTERINGS_OF_AN_ACTIVITY;
  return Math.ceil((filterCost + 1) * activities);
};

/** Returns the problem of a rule whose cost is above the limit. */
export function costProblem({ total, most }: RuleCost): RuleProblem | undefined {
  if (total <= MAX_RULE_COST) return undefined;
  const part = most ? `; this part costs ${most.cost}` : '';
  return {
    path: most?.path ?? '/condition',
    message: `the rule costs ${total}, and a rule can cost at most ${MAX_RULE_COST}${part}; use a shorter window, a shorter pattern or fewer conditions in "where"`,
  };
}
