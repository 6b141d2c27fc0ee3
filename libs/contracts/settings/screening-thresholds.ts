import type { ListSchema } from '../watchlists/views';
import type { ENTRY_KINDS, SCREENED_SUBJECTS, ThresholdRule } from './threshold-rules';

type ScreenedSubject = (typeof SCREENED_SUBJECTS)[number];
export type EntryKind = (typeof ENTRY_KINDS)[number];

/** From which score matches are alerts: the part of the settings of screening that says so. */
export interface ScreeningThresholds {
  /** for matches without a rule */
  readonly threshold: number;
  /** in order; absent: none */
  readonly thresholds?: readonly ThresholdRule[];
}

/** What the rules know about a match. */
export interface MatchToJudge {
  /** name of the list that has the entry */
  list: string;
  /** the role in which the subject was screened; undefined: it was not recorded, and rules about roles do not apply */
  subject: ScreenedSubject | undefined;
  /** of the entry */
  schema: ListSchema;
}

/** The kind of an entry with this schema. */
export function entryKindOf(schema: ListSchema): EntryKind {
  if (schema === 'Person') return 'person';
  return schema === 'Company' ? 'company' : 'other';
}

/** The score from which a match is an alert, from 0.5 to 1: of the first rule that applies, or of all matches. */
export function thresholdFor({ threshold, thresholds = [] }: ScreeningThresholds, match: MatchToJudge): number {
  const kind = entryKindOf(match.schema);
  const rule = thresholds.find(
    (each) =>
      (each.list ?? match.list) === match.list &&
      (each.kind ?? kind) === kind &&
      (isAny(each.subject) || each.subject === match.subject),
  );
  return rule?.threshold ?? threshold;
}

/** The least threshold that a match of a subject in this role can have: with it, no alert is missed. */
export function lowestThreshold({ threshold, thresholds = [] }: ScreeningThresholds, subject: ScreenedSubject): number {
  let lowest = 1;
  for (const rule of thresholds) {
    if (!isAny(rule.subject) && rule.subject !== subject) continue;
    lowest = Math.min(lowest, rule.threshold);
    if (isAny(rule.list) && isAny(rule.kind)) return lowest; // it applies to every match, so no later one counts
  }
  return Math.min(lowest, threshold);
}

/** Whether a condition of a rule applies to everything. */
export const isAny = (condition: string | null | undefined): condition is null | undefined =>
  (condition ?? null) === null;
