import { calendarDate, daysBetween } from './dates';
import type { Finding, ScoredAlert, ScoringInput } from './scoring-input';
import type { ScoringModel } from './scoring-model';
import { isActive } from './screening-hits';

interface CountedAlert {
  /** of all alerts that are equal */
  points: number;
  count: number;
  /** describes the group of alerts that are counted together, for the reason */
  group: string;
  type: string;
}

/**
 * Returns the points for alerts by severity. An active alert counts in full at any age, because no officer has decided
 * on it. A resolved alert counts a share for its resolution, which decays in steps. A dismissed alert does not count,
 * because it was a false positive. The alerts of a group have one reason together.
 */
export function alertFindings(alerts: ScoredAlert[], as_of: string, model: ScoringModel): Finding[] {
  const groups = new Map<string, CountedAlert[]>();
  for (const alert of alerts) {
    const counted = countAlert(alert, as_of, model);
    if (!counted) continue;
    const group = groups.get(counted.group);
    if (group) group.push(counted);
    else groups.set(counted.group, [counted]);
  }
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([group, members]) => {
      const count = sum(members.map((member) => member.count));
      return {
        points: sum(members.map((member) => member.points)),
        reason: `${count} ${count === 1 ? 'alert' : 'alerts'} ${group}: ${types(members)}`,
      };
    });
}

const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0);

function countAlert(alert: ScoredAlert, as_of: string, model: ScoringModel): CountedAlert | undefined {
  const { severity, status, resolution, alert_type: type, count } = alert;
  const full = model.points.behavioral.alert[severity];
  if (isActive(alert)) {
    const escalated = status === 'escalated';
    return {
      points: count * (full + (escalated ? model.points.behavioral.escalated : 0)),
      count,
      group: `of ${severity} severity, ${escalated ? 'escalated' : 'open'}`,
      type,
    };
  }
  if (status === 'dismissed' || !resolution) return undefined;
  const step = decayStep(alert, as_of, model);
  if (!step) return undefined;
  // An alert that was handed on is as serious as one that was reported.
  const share = model.alerts.resolved[resolution === 'escalated' ? 'reported' : resolution];
  const points = count * Math.round((full * share * step.percent) / 10_000);
  const words = resolution === 'confirmed_match' ? 'a confirmed match' : resolution;
  return points === 0
    ? undefined
    : { points, count, group: `of ${severity} severity, resolved as ${words}, raised within ${step.days} days`, type };
}

function decayStep({ raised_at }: ScoredAlert, as_of: string, model: ScoringModel) {
  const age = daysBetween(calendarDate(raised_at), as_of);
  return model.alerts.decay.find(({ days }) => age <= days);
}

/** Returns the alerts that led to a report to the authorities and still count. */
export const recentlyReported = ({ alerts, as_of }: ScoringInput, model: ScoringModel): ScoredAlert[] =>
  alerts.filter(
    (alert) =>
      alert.status === 'resolved' && alert.resolution === 'reported' && decayStep(alert, as_of, model) !== undefined,
  );

function types(members: CountedAlert[]): string {
  const names = [...new Set(members.map((member) => member.type))].sort();
  return names.length > 5 ? `${names.slice(0, 5).join(', ')} and ${names.length - 5} more` : names.join(', ');
}
