import { MAX_MEASURED_ALERTS, type ScreeningMeasurement } from '@probity/contracts/screening/measurement-views';
import type { ThresholdRule } from '@probity/contracts/settings/threshold-rules';
import type { Sql } from '@probity/persistence/database';
import { scorePair } from '@probity/screening/score-pair';
import { SCORER_VERSION } from '@probity/screening/scorer-version';
import { type Weights, WEIGHTS } from '@probity/screening/weights';
import { matchEvidence } from '../alerts/recompute-match';
import { SettingsQueries } from '../settings/settings-queries';
import { countDecidedBefore, type DecidedAlert, decidedAlerts } from './decided-alerts';
import { figuresOf, type ScoredAlert, scoredAlert } from './measure-alerts';

/** What is measured. Without `threshold` and `thresholds`, those of the settings are. */
export interface MeasuredProposal {
  /** for all matches, unless there are `thresholds` too */
  threshold?: number | null;
  thresholds?: ThresholdRule[] | null;
  /** instead of those of the scorer */
  weights?: Partial<Weights> | null;
}

const NOTES = [
  'Matches below the threshold of their time raised no alert, so a lower threshold seems to change nothing here. ' +
    'Count what it would raise with: probity rescreenings start --preview --threshold.',
  'The alerts are scored with the recorded subject and entry. Lists may have changed since.',
];

/** Measures proposals for the settings of screening on decided alerts. Every query is restricted to one tenant. */
export class ScreeningMeasurements {
  private readonly settings: SettingsQueries;

  constructor(private readonly sql: Sql) {
    this.settings = new SettingsQueries(sql);
  }

  /**
   * Scores the newest decided alerts again. Other work of the process continues between two of them.
   *
   * @param max alerts to read
   */
  async measure(
    tenantId: string,
    { threshold, thresholds, weights }: MeasuredProposal,
    max = MAX_MEASURED_ALERTS,
  ): Promise<ScreeningMeasurement> {
    const { settings } = await this.settings.current(tenantId);
    const proposal = {
      threshold: threshold ?? settings.screening.threshold,
      // One threshold for all is not what the rules of today say about some.
      thresholds: thresholds ?? (typeof threshold === 'number' ? [] : settings.screening.thresholds),
    };
    const used = { ...WEIGHTS, ...weights };
    const left_out = { undecided: 0, reopened: 0, restricted: 0, without_evidence: 0, older: 0 };
    const scored: ScoredAlert[] = [];
    let last: DecidedAlert | undefined;
    let read = 0;
    for await (const alert of decidedAlerts(this.sql, tenantId, max)) {
      [last, read] = [alert, read + 1];
      const match = matchEvidence(alert.evidence ?? {});
      const why = reasonToLeaveOut(alert, match !== undefined);
      if (why !== undefined) {
        left_out[why]++;
        continue;
      }
      await new Promise(setImmediate); // lets other requests continue
      const score = scorePair(match!.subject, match!.entry, used);
      scored.push(scoredAlert({ id: alert.id, confirmed: alert.status !== 'dismissed' }, match!, score, proposal));
    }
    if (last && read === max) left_out.older = await countDecidedBefore(this.sql, tenantId, last);
    return {
      ...proposal,
      weights: { ...weights },
      scorer_version: SCORER_VERSION,
      left_out,
      ...figuresOf(scored),
      notes: NOTES,
    };
  }
}

function reasonToLeaveOut(
  { status, resolution, reopened, restricted }: DecidedAlert,
  hasMatch: boolean,
): 'undecided' | 'reopened' | 'restricted' | 'without_evidence' | undefined {
  if (restricted) return 'restricted';
  if (reopened) return 'reopened';
  if (status !== 'dismissed' && resolution !== 'confirmed_match') return 'undecided';
  return hasMatch ? undefined : 'without_evidence';
}
