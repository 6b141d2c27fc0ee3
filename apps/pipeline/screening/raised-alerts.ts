import type { AlertToRaise } from '@probity/contracts/alerts/events';
import type { Sql } from '@probity/persistence/database';

const RAISED = 'SELECT id FROM customer_risk.alerts WHERE id = ANY($1)';
const DISMISSED = `${RAISED} AND status = 'dismissed'`;
const RAISED_BY_OTHERS = `${RAISED} AND event_id IS DISTINCT FROM $2`;

/** Leaves out pairs that officers dismissed as false positives. */
export const withoutDismissed = (sql: Sql, alerts: AlertToRaise[]): Promise<AlertToRaise[]> =>
  without(sql, alerts, DISMISSED);

/** Leaves out alerts that were raised before, whatever their status. */
export const withoutRaised = (sql: Sql, alerts: AlertToRaise[]): Promise<AlertToRaise[]> =>
  without(sql, alerts, RAISED);

/** Leaves out alerts that were raised before, except by this event, which is then processed again. */
export const withoutRaisedByOthers = (sql: Sql, alerts: AlertToRaise[], eventId: string): Promise<AlertToRaise[]> =>
  without(sql, alerts, RAISED_BY_OTHERS, eventId);

async function without(sql: Sql, alerts: AlertToRaise[], known: string, ...more: string[]): Promise<AlertToRaise[]> {
  if (alerts.length === 0) return [];
  const { rows } = await sql.query<{ id: string }>(known, [alerts.map(({ alert_id }) => alert_id), ...more]);
  const ids = new Set(rows.map(({ id }) => id));
  return alerts.filter(({ alert_id }) => !ids.has(alert_id));
}
