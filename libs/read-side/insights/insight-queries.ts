import { SEVERITIES } from '@probity/contracts/alerts/words';
import type { InsightsView } from '@probity/contracts/insights/views';
import type { Sql } from '@probity/persistence/database';
import { SettingsQueries } from '../settings/settings-queries';
import { readViews } from '../views';
import { type Counted, countAlerts, dayAfter } from './alert-days';
import type { Figure } from './alert-figures';
import { percentile } from './percentile';
import { type Waiting, waitingAlerts } from './waiting-alerts';

const MAX_PEOPLE = 100;
const RULE_NAMES = `
  SELECT id, definition->>'name' AS name FROM pipeline.monitoring_rules WHERE tenant_id = $1 AND id = ANY($2)`;

type People = InsightsView['people'];

/** Figures about alerts and the work on them. Every query is restricted to one tenant. */
export class InsightQueries {
  private readonly settings: SettingsQueries;

  constructor(private readonly sql: Sql) {
    this.settings = new SettingsQueries(sql);
  }

  /**
   * @param from the first day, ISO date
   * @param to the last day
   */
  async insights(tenantId: string, from: string, to: string, now: Date): Promise<InsightsView> {
    const { settings } = await this.settings.current(tenantId);
    const [counted, waiting] = await Promise.all([
      countAlerts(this.sql, tenantId, from, dayAfter(to), now),
      waitingAlerts(this.sql, tenantId, settings.queue.due_hours, now),
    ]);
    const figures = new Figures(counted);
    return {
      from,
      to,
      raised: figures.byDay('raised').map(({ key, ...row }) => ({ ...row, source: key })) as InsightsView['raised'],
      decided: figures.byDay('decided').map(({ key, ...row }) => ({ ...row, outcome: key })) as InsightsView['decided'],
      rules: await this.rules(tenantId, figures),
      lists: figures.precision('list').map(({ key, ...counts }) => ({ list: key, ...counts })),
      times: times(figures),
      people: people(figures, waiting),
      waiting: SEVERITIES.toReversed().map((severity) => ({
        severity,
        ...sums(waiting.filter((one) => one.severity === severity)),
      })),
    };
  }

  private async rules(tenantId: string, figures: Figures): Promise<InsightsView['rules']> {
    const found = figures.precision('rule');
    const ids = found.map(({ key }) => key);
    const names = await readViews<{ id: string; name: string }>(this.sql, RULE_NAMES, [tenantId, ids]);
    const nameOf = new Map(names.map(({ id, name }) => [id, name]));
    return found.map(({ key, ...counts }) => ({ rule_id: key, name: nameOf.get(key) ?? key, ...counts }));
  }
}

/** Sums of what was counted. */
class Figures {
  constructor(private readonly counted: Counted[]) {}

  /** The sums of one figure by key. */
  of(figure: Figure): Map<string, { alerts: number; label: string | null }> {
    const sums = new Map<string, { alerts: number; label: string | null }>();
    for (const { key, label, alerts } of this.counted.filter((one) => one.figure === figure)) {
      sums.set(key, { alerts: (sums.get(key)?.alerts ?? 0) + alerts, label });
    }
    return sums;
  }

  byDay(figure: Figure): { day: string; key: string; alerts: number }[] {
    return this.counted
      .filter((one) => one.figure === figure)
      .map(({ day, key, alerts }) => ({ day: day!, key, alerts }))
      .sort((a, b) => (a.day === b.day ? (a.key < b.key ? -1 : 1) : a.day < b.day ? -1 : 1));
  }

  /** What was raised, decided and dismissed, by rule or by list; the most alerts first. */
  precision(by: 'rule' | 'list'): { key: string; raised: number; decided: number; dismissed: number }[] {
    const [raised, decided, dismissed] = [
      this.of(`raised_by_${by}`),
      this.of(`decided_by_${by}`),
      this.of(`dismissed_by_${by}`),
    ];
    return [...new Set([...raised.keys(), ...decided.keys()])]
      .map((key) => ({
        key,
        raised: raised.get(key)?.alerts ?? 0,
        decided: decided.get(key)?.alerts ?? 0,
        dismissed: dismissed.get(key)?.alerts ?? 0,
      }))
      .sort((a, b) => b.raised + b.decided - (a.raised + a.decided) || (a.key < b.key ? -1 : 1));
  }
}

function times(figures: Figures): InsightsView['times'] {
  return SEVERITIES.toReversed().flatMap((severity) => {
    const buckets = [...figures.of(`time_${severity}`)]
      .map(([minutes, { alerts }]) => ({ minutes: Number(minutes), alerts }))
      .sort((a, b) => a.minutes - b.minutes);
    if (buckets.length === 0) return [];
    return {
      severity,
      decided: buckets.reduce((sum, { alerts }) => sum + alerts, 0),
      median_minutes: percentile(buckets, 0.5),
      p90_minutes: percentile(buckets, 0.9),
    };
  });
}

function people(figures: Figures, waiting: Waiting[]): People {
  const all = new Map<string, People[number]>();
  for (const [key, { alerts, label }] of figures.of('decided_by')) {
    // Old decisions have no account, but the name that the caller gave.
    const account_id = key.startsWith('name ') ? null : key;
    all.set(key, { account_id, name: label ?? key, decided: alerts, assigned: 0, overdue: 0 });
  }
  for (const { assignee_id, assignee, active, overdue } of waiting) {
    if (assignee_id === null) continue;
    const known = all.get(assignee_id) ?? { account_id: assignee_id, name: assignee ?? assignee_id, decided: 0 };
    const before = { assigned: 0, overdue: 0, ...known };
    all.set(assignee_id, { ...before, assigned: before.assigned + active, overdue: before.overdue + overdue });
  }
  return [...all.values()].sort((a, b) => b.decided + b.assigned - (a.decided + a.assigned)).slice(0, MAX_PEOPLE);
}

const sums = (rows: Waiting[]) => ({
  active: rows.reduce((sum, { active }) => sum + active, 0),
  unassigned: rows.reduce((sum, { active, assignee_id }) => sum + (assignee_id === null ? active : 0), 0),
  overdue: rows.reduce((sum, { overdue }) => sum + overdue, 0),
});
