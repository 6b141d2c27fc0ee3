import type { Severity } from '@probity/contracts/alerts/events';
import type { Sql } from '@probity/persistence/database';
import { readViews } from '../views';

/** The alerts of one severity that are not decided and that one person has, or none. */
export interface Waiting {
  severity: Severity;
  assignee_id: string | null;
  assignee: string | null;
  active: number;
  /** alerts that should have been decided before now */
  overdue: number;
}

/** Reads the index alerts_in_queue_of_assignee, and one alert for the name of each person. */
const WAITING = `
  SELECT g.severity, g.assignee_id, (
      SELECT assignee FROM customer_risk.alerts n
      WHERE n.tenant_id = $1 AND n.assignee_id = g.assignee_id AND n.status IN ('open', 'escalated') LIMIT 1) AS assignee,
    g.active, g.overdue
  FROM (
    SELECT severity, assignee_id, count(*)::int AS active, count(*) FILTER (
      WHERE created_at < $3::timestamptz - make_interval(hours => ($2::json->>severity)::int))::int AS overdue
    FROM customer_risk.alerts WHERE tenant_id = $1 AND status IN ('open', 'escalated') GROUP BY 1, 2) g`;

/** @param dueHours after how many hours an alert of each severity is due */
export const waitingAlerts = (
  sql: Sql,
  tenantId: string,
  dueHours: Record<Severity, number>,
  now: Date,
): Promise<Waiting[]> => readViews(sql, WAITING, [tenantId, JSON.stringify(dueHours), now]);
