import { bestCompanyScore, mostExtraWeight } from '../comparing/compare-companies';
import { bestPersonScore, leastCoverage } from '../comparing/compare-persons';
import type { PreparedName } from '../names/prepared-name';
import type { LeastShare } from './many-names';
import type { NameFacts } from './name-facts';

/** Weight that may have no partner in the lighter name of a person, such as an initial, a title or a patronymic. */
const SMALL_REST = 0.45;
/** The same for companies. It is low, because any word that only one company has distinguishes them. */
const NO_REST = 0.1;
/** Cost of two wrong vowels. */
export const LEAST_COST_OF_TWO_SLIPS = 1;

/** The name to search. */
export interface Query extends NameFacts {
  readonly name: PreparedName;
  readonly company: boolean;
  /** the count of each letter */
  readonly letters: Int8Array;
  readonly leastScore: number;
  /** whether a name with a wrong letter can reach the score */
  readonly slips: boolean;
}

/** What names with this number of wrong letters must share to reach the score. */
export function leastShareOf({ company, leastScore, weight, leastWeight, abridged }: Query, edits: number): LeastShare {
  if (abridged) return { part: 0, less: 0, own: 0 };
  return company
    ? { part: 1, less: mostExtraWeight(leastScore, edits), own: weight }
    : { part: leastCoverage(leastScore, edits), less: 0, own: leastWeight };
}

/**
 * True if names with this shared weight and this number of wrong letters can reach the score.
 *
 * @param weight of a company, or the least weight of a person
 */
export function canReach(query: Query, weight: number, shared: number, edits: number): boolean {
  if (query.company) return bestCompanyScore(Math.max(query.weight, weight) - shared, edits) >= query.leastScore;
  const coverage = Math.min(1, shared / Math.max(query.leastWeight, weight));
  return bestPersonScore(coverage, edits) >= query.leastScore;
}

export const restOf = ({ company }: Query): number => (company ? NO_REST : SMALL_REST);
