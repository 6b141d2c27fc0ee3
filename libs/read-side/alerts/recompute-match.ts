import type { Recomputation } from '@probity/contracts/alerts/recompute-views';
import type { MatchToJudge } from '@probity/contracts/settings/screening-thresholds';
import type { ListEntry } from '@probity/screening/list-entry';
import { SCORER_VERSION } from '@probity/screening/scorer-version';
import { scorePair } from '@probity/screening/score-pair';
import type { ScreeningSubject } from '@probity/screening/screening-subject';
import { listEntryFingerprint } from '../allow-list/list-entry-fingerprint';

/** What an alert of screening keeps of its match. */
export interface MatchEvidence {
  subject: ScreeningSubject;
  /** the role in which it was screened; undefined: it was not recorded */
  subject_role: MatchToJudge['subject'];
  entry: ListEntry;
  score: number;
  threshold: number;
  list_version: number | null;
  /** null: the alert was raised before versions were recorded */
  scorer_version: number | null;
}

/** What the lists and the settings have today; no entry: it was removed. */
export interface ListToday {
  entry: ListEntry | undefined;
  list_version: number | null;
  /** that applies to the match */
  threshold: number;
}

/** Undefined for evidence of another form, for example of a provider. */
export function matchEvidence(evidence: Record<string, unknown>): MatchEvidence | undefined {
  const { subject, subject_role, entry, score, threshold, list_version, scorer_version } =
    evidence as Partial<MatchEvidence>;
  if (!subject || !Array.isArray(subject.names) || !entry || !Array.isArray(entry.names)) return undefined;
  if (typeof score !== 'number' || typeof threshold !== 'number') return undefined;
  return {
    subject,
    subject_role,
    entry,
    score,
    threshold,
    list_version: list_version ?? null,
    scorer_version: scorer_version ?? null,
  };
}

/** Compares the recorded subject with the entry, as it was recorded and as it is today, with the scorer of today. */
export function recomputeMatch(recorded: MatchEvidence, today: ListToday): Recomputation {
  const score_as_recorded = scorePair(recorded.subject, recorded.entry);
  const score = today.entry === undefined ? null : scorePair(recorded.subject, today.entry);
  const isSame = today.entry && comparedOf(today.entry) === comparedOf(recorded.entry);
  const entry = today.entry === undefined ? 'removed' : isSame ? 'unchanged' : 'changed';
  const match = {
    recorded_score: recorded.score,
    recorded_threshold: recorded.threshold,
    recorded_list_version: recorded.list_version,
    recorded_scorer_version: recorded.scorer_version,
    entry,
    score_as_recorded,
    score,
    threshold: today.threshold,
    list_version: today.list_version,
    scorer_version: SCORER_VERSION,
  } as const;
  return { raises: score !== null && score >= today.threshold, match, rule: null, differences: differencesOf(match) };
}

function differencesOf(match: NonNullable<Recomputation['match']>): string[] {
  const { score, entry, recorded_threshold, threshold } = match;
  const differences = scorerDifference(match);
  if (entry === 'removed') differences.push('the entry is no longer on the list');
  if (entry === 'changed') differences.push(`the list changed the entry: with it, the score is ${score}`);
  if (threshold !== recorded_threshold) {
    differences.push(`the threshold was ${recorded_threshold} and is ${threshold}`);
  }
  return differences;
}

/** At most one sentence. With the same version and the same data, another score means that one of the two was damaged. */
function scorerDifference(match: NonNullable<Recomputation['match']>): string[] {
  const { recorded_scorer_version: before, scorer_version: now, recorded_score, score_as_recorded } = match;
  const isSame = score_as_recorded === recorded_score;
  if (before === now) {
    return isSame
      ? []
      : [`version ${now} of the scorer gave ${recorded_score} and gives ${score_as_recorded} for the same data`];
  }
  const raised =
    before === null ? 'the alert does not name its version of the scorer' : `version ${before} of the scorer raised it`;
  const scores = isSame
    ? 'which gives the same score for the same data'
    : `which gives ${score_as_recorded} instead of ${recorded_score} for the same data`;
  return [`${raised}; it was computed again with version ${now}, ${scores}`];
}

/** Names what is compared of an entry: remarks and programmes are not. */
const comparedOf = (entry: ListEntry): string => listEntryFingerprint({ evidence: { entry } });
