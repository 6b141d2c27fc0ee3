import { ALERT_STREAM_PREFIX, type AlertEvent, type AlertRaised } from '@probity/contracts/alerts/events';
import type { RecordedEvent } from '@probity/event-store/event-store';
import type { Sql } from '@probity/persistence/database';
import { recordAudit } from '../audit/audit-entry';
import { alertAudit } from './alert-audit';
import { type AlertDecided, decisionOf } from './alert-decision';
import { passOver, refuseGap } from '../refuse-gap';

export type RecordedAlertEvent = RecordedEvent & AlertEvent;

const INSERT_ALERT = `
  INSERT INTO customer_risk.alerts (id, tenant_id, customer_id, source, alert_type, severity, title, trigger_ref,
    metadata, match, list, entry_id, evidence, event_id, status, decisions, created_at, updated_at, revision)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, 'open', '[]', $15, $15, $16)
  ON CONFLICT (id) DO NOTHING`;
const DECIDE = `
  UPDATE customer_risk.alerts SET status = $3, resolution = $4, decisions = decisions || $5::jsonb, updated_at = $6,
    revision = $2
  WHERE id = $1 AND revision = $2 - 1`;
const REFLECTED = 'SELECT revision FROM customer_risk.alerts WHERE id = $1';
const ROW = { table: 'customer_risk.alerts', prefix: ALERT_STREAM_PREFIX };

/**
 * Applies the events of one alert to the read side. The row of the alert has the last projected revision, so an event
 * that was already projected changes nothing.
 *
 * @throws ReadSideBehind when events are missing between the row and the first event
 */
export async function projectAlertEvents(sql: Sql, events: RecordedAlertEvent[]): Promise<void> {
  for (const event of events) {
    if (await passOver(sql, ROW, event)) continue;
    const isNew =
      event.type === 'AlertRaised' ? await insertAlert(sql, event.data, event.revision) : await decide(sql, event);
    if (isNew) await recordAudit(sql, 'customer_risk', alertAudit(event));
    else await refuseGap(sql, REFLECTED, event.data.alert_id, event);
  }
}

async function insertAlert(sql: Sql, alert: AlertRaised, revision: number): Promise<boolean> {
  const { rowCount } = await sql.query(INSERT_ALERT, [
    alert.alert_id,
    alert.tenant_id,
    alert.customer_id,
    alert.source,
    alert.alert_type,
    alert.severity,
    alert.title,
    alert.trigger_ref,
    JSON.stringify(alert.metadata),
    alert.match && JSON.stringify(alert.match),
    alert.match?.list,
    alert.match?.entry_id,
    JSON.stringify(alert.evidence),
    alert.event_id,
    alert.raised_at,
    revision,
  ]);
  return rowCount === 1;
}

async function decide(sql: Sql, event: RecordedEvent & AlertDecided): Promise<boolean> {
  const decision = decisionOf(event);
  const { rowCount } = await sql.query(DECIDE, [
    event.data.alert_id,
    event.revision,
    decision.decision,
    decision.resolution,
    JSON.stringify([decision]),
    decision.decided_at,
  ]);
  return rowCount === 1;
}
