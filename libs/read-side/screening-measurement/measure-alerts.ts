import {
  MAX_LOST_ALERTS,
  type MeasuredFigures,
  type ScreeningMeasurement,
} from '@probity/contracts/screening/measurement-views';
import {
  type EntryKind,
  entryKindOf,
  type ScreeningThresholds,
  thresholdFor,
} from '@probity/contracts/settings/screening-thresholds';
import { ENTRY_KINDS } from '@probity/contracts/settings/threshold-rules';
import type { MatchEvidence } from '../alerts/recompute-match';

/** A decided alert with its score of today. */
export interface ScoredAlert {
  id: string;
  /** true: it was resolved as a confirmed match; false: it was dismissed */
  confirmed: boolean;
  list: string;
  kind: EntryKind;
  score: number;
  /** whether the proposal raises it */
  raised: boolean;
}

/** The score from which a table begins, and its steps, in hundredths: sums of fractions would not be exact. */
const [FIRST, LAST, STEP] = [50, 100, 5];

/** @param score of today, with the weights of the proposal */
export function scoredAlert(
  alert: Pick<ScoredAlert, 'id' | 'confirmed'>,
  { entry, subject_role }: MatchEvidence,
  score: number,
  proposal: ScreeningThresholds,
): ScoredAlert {
  const { list, schema } = entry;
  const raised = score >= thresholdFor(proposal, { list, schema, subject: subject_role });
  const { id, confirmed } = alert;
  return { id, confirmed, list, kind: entryKindOf(schema), score, raised };
}

/** Counts what the proposal changes about alerts, which are sorted by the time of their decision, newest first. */
export function figuresOf(
  alerts: readonly ScoredAlert[],
): Pick<ScreeningMeasurement, 'measured' | 'total' | 'by_list' | 'by_kind' | 'table' | 'lost_alerts'> {
  const lists = [...new Set(alerts.map(({ list }) => list))].sort();
  const kinds = ENTRY_KINDS.filter((kind) => alerts.some((alert) => alert.kind === kind));
  return {
    measured: alerts.length,
    total: figures(alerts),
    by_list: lists.map((list) => ({ list, ...figures(alerts.filter((alert) => alert.list === list)) })),
    by_kind: kinds.map((kind) => ({ kind, ...figures(alerts.filter((alert) => alert.kind === kind)) })),
    table: thresholds().map((threshold) => {
      const below = alerts.filter(({ score }) => score < threshold);
      const lost = below.filter(({ confirmed }) => confirmed).length;
      return { threshold, saved: below.length - lost, lost };
    }),
    lost_alerts: alerts
      .filter(({ confirmed, raised }) => confirmed && !raised)
      .slice(0, MAX_LOST_ALERTS)
      .map(({ id }) => id),
  };
}

const thresholds = (): number[] =>
  Array.from({ length: (LAST - FIRST) / STEP + 1 }, (_, n) => (FIRST + n * STEP) / 100);

function figures(alerts: readonly ScoredAlert[]): MeasuredFigures {
  const confirmed = alerts.filter((alert) => alert.confirmed);
  const lost = confirmed.filter(({ raised }) => !raised).length;
  const raised = alerts.filter((alert) => alert.raised).length;
  return {
    confirmed: confirmed.length,
    false: alerts.length - confirmed.length,
    saved: alerts.length - raised - lost,
    lost,
    precision: share(confirmed.length, alerts.length),
    proposed_precision: share(confirmed.length - lost, raised),
  };
}

const share = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part / whole) * 10_000) / 10_000;
