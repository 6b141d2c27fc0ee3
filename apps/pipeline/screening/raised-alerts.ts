import type { AlertToRaise } from '@probity/contracts/alerts/events';
import type { Sql } from '@probity/persistence/database';

const RAISED = 'SELECT id FROM customer_risk.alerts WHERE id = ANY($1)';
const DISMISSED = `${RAISED} AND status = 'dismissed'`;
const RAISED_BY_OTHERS = `${RAISED} AND event_id IS DISTINCT FROM $2`;

/** Leaves out the pairs that staff have declared false positives. */
export const withoutDismissed = (sql: Sql, alerts: AlertToRaise[]): Promise<AlertToRaise[]> =>
  without(sql, alerts, DISMISSED);

/** Leaves out what was raised before, whatever became of it. */
export const withoutRaised = (sql: Sql, alerts: AlertToRaise[]): Promise<AlertToRaise[]> =>
  without(sql, alerts, RAISED);

/** Leaves out what was raised before, unless by this very event, which then is being processed again. */
export const withoutRaisedByOthers = (sql: Sql, alerts: AlertToRaise[], eventId: string): Promise<AlertToRaise[]> =>
  without(sql, alerts, RAISED_BY_OTHERS, eventId);

async function without(sql: Sql, alerts: AlertToRaise[], known: string, ...more: string[]): Promise<AlertToRaise[]> {
  if (alerts.length === 0) return [];
  const { rows } = await sql.query<{ id: string }>(known, [alerts.map(({ alert_id }) => alert_id), ...more]);
  const ids = new Set(rows.map(({ id }) => id));
  return alerts.filter(({ alert_id }) => !ids.has(alert_id));
}
