import type { Sql } from '@probity/persistence/database';
import { type Figure, FIGURES } from './alert-figures';

/** A day is over for the figures when it ended longer ago than this: an alert is projected soon after it is raised. */
const OVER_AFTER_MS = 60 * 60_000;
const DAY_MS = 86_400_000;
/** Days that are computed with one statement, so that each is short. */
const DAYS_AT_ONCE = 16;

const MISSING = `
  SELECT d::date::text AS day FROM generate_series($2::date, $3::date - 1, '1 day') d
  WHERE NOT EXISTS (
    SELECT FROM customer_risk.alert_days a WHERE a.tenant_id = $1 AND a.day = d AND a.figure = 'computed')
  ORDER BY 1`;
const STORE = `
  INSERT INTO customer_risk.alert_days (tenant_id, day, figure, key, label, alerts)
  SELECT $1::uuid, day, figure, key, label, alerts FROM (${FIGURES}) f
  UNION ALL SELECT $1::uuid, d::date, 'computed', '', NULL, 0
    FROM generate_series($2::timestamptz AT TIME ZONE 'UTC', $3::timestamptz AT TIME ZONE 'UTC' - interval '1 day', '1 day') d
  ON CONFLICT DO NOTHING`;
/** Days matter only for what a chart shows by day. */
const SUM = `
  SELECT CASE WHEN figure IN ('raised', 'decided') THEN day::text END AS day, figure, key, max(label) AS label,
    sum(alerts)::int AS alerts
  FROM customer_risk.alert_days WHERE tenant_id = $1 AND day >= $2 AND day < $3 AND figure <> 'computed' GROUP BY 1, 2, 3`;
const LIVE = `SELECT day::text AS day, figure, key, label, alerts FROM (${FIGURES}) f`;
export const FORGET_DAYS = 'DELETE FROM customer_risk.alert_days WHERE tenant_id = $1 AND day = ANY($2)';

export interface Counted {
  /** ISO date; null for figures that are not shown by day */
  day: string | null;
  figure: Figure;
  key: string;
  label: string | null;
  alerts: number;
}

/**
 * Counts the alerts of a tenant by day. Days that are over are counted once and stored; the others are counted now.
 *
 * @param from the first day, ISO date
 * @param to the day after the last one
 */
export async function countAlerts(sql: Sql, tenantId: string, from: string, to: string, now: Date): Promise<Counted[]> {
  const open = dayOf(now.getTime() - OVER_AFTER_MS);
  const until = open < to ? open : to;
  const since = from < until ? until : from;
  if (from < until) await storeMissing(sql, tenantId, from, until);
  const [stored, live] = await Promise.all([
    from < until ? sql.query<Counted>(SUM, [tenantId, from, until]) : { rows: [] },
    since < to ? sql.query<Counted>(LIVE, [tenantId, at(since), at(to)]) : { rows: [] },
  ]);
  return [...stored.rows, ...live.rows];
}

/** Forgets what was stored of the days of events that are projected late, as after an outage or a restore. */
export async function forgetDaysOf(sql: Sql, tenantId: string, times: string[]): Promise<void> {
  const over = dayOf(Date.now() - OVER_AFTER_MS);
  const days = [...new Set(times.map((time) => dayOf(Date.parse(time))))].filter((day) => day < over);
  if (days.length > 0) await sql.query(FORGET_DAYS, [tenantId, days]);
}

async function storeMissing(sql: Sql, tenantId: string, from: string, until: string): Promise<void> {
  const { rows } = await sql.query<{ day: string }>(MISSING, [tenantId, from, until]);
  for (const [first, next] of rangesOf(rows.map(({ day }) => day))) {
    await sql.query(STORE, [tenantId, at(first), at(next)]);
  }
}

/** Ranges of days that follow each other, of limited length: the first day and the day after the last. */
export function rangesOf(days: string[]): [first: string, next: string][] {
  const ranges: [first: string, next: string, days: number][] = [];
  for (const day of days) {
    const last = ranges.at(-1);
    if (last && last[1] === day && last[2] < DAYS_AT_ONCE) {
      last[1] = dayAfter(day);
      last[2]++;
    } else ranges.push([day, dayAfter(day), 1]);
  }
  return ranges.map(([first, next]) => [first, next]);
}

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
export const dayAfter = (day: string): string => dayOf(Date.parse(day) + DAY_MS);
const at = (day: string): string => `${day}T00:00:00.000Z`;
