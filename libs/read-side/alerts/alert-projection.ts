import {
  ALERT_STREAM_PREFIX,
  type AlertDecided,
  type AlertEvent,
  type AlertHandled,
} from '@probity/contracts/alerts/events';
import type { RecordedEvent } from '@probity/event-store/event-store';
import type { ProjectedTables } from '@probity/event-store/rebuild/projected-tables';
import type { Sql } from '@probity/persistence/database';
import { isUuid } from '@probity/platform/ids';
import { recordAudits } from '../audit/audit-entry';
import { FORGET_DAYS, forgetDaysOf } from '../insights/alert-days';
import { alertAudit } from './alert-audit';
import { decisionOf, isDecided } from './alert-decision';
import { passOver, refuseGap } from '../refuse-gap';

export type RecordedAlertEvent = RecordedEvent & AlertEvent;

/**
 * ON CONFLICT names no column on purpose: with (id), a concurrent insert of the same alert can fail on the unique index
 * of the alert that it reopens.
 */
const INSERT_ALERTS = `
  INSERT INTO customer_risk.alerts (id, tenant_id, customer_id, source, alert_type, severity, title, trigger_ref,
    metadata, match, list, entry_id, evidence, event_id, rule_id, status, decisions, reopens, reopened,
    created_at, updated_at, revision)
  SELECT alert_id, tenant_id, customer_id, source, alert_type, severity, title, trigger_ref, metadata::json,
    match::json, list, entry_id, evidence::json, event_id, rule_id, 'open', '[]', reopens, reopened::json, raised_at, raised_at, revision
  FROM json_to_recordset($1) AS a (alert_id uuid, tenant_id uuid, customer_id uuid, source text, alert_type text,
    severity text, title text, trigger_ref text, metadata text, match text, list text, entry_id text, evidence text, event_id uuid,
    rule_id uuid, reopens uuid, reopened text, raised_at timestamptz, revision bigint)
  ON CONFLICT DO NOTHING RETURNING id`;
const DECIDE = `
  UPDATE customer_risk.alerts SET status = $3, resolution = $4, decisions = decisions || $5::jsonb, updated_at = $6,
    revision = $2, decided_at = CASE WHEN $3 <> 'escalated' THEN $6::timestamptz END,
    decided_by = CASE WHEN $3 <> 'escalated' THEN $7 END, decided_by_id = CASE WHEN $3 <> 'escalated' THEN $8 END,
    snoozed_until = CASE WHEN $3 = 'escalated' THEN NULL ELSE snoozed_until END
  WHERE id = $1 AND revision = $2 - 1`;
const HANDLE = {
  AlertAssigned: 'assignee_id = $3, assignee = $4, was_assigned = true',
  AlertSnoozed: 'snoozed_until = $3',
  AlertTagged: 'tags = $3',
} satisfies Record<AlertHandled['type'], string>;
const REFLECTED = 'SELECT revision FROM customer_risk.alerts WHERE id = $1';
export const ALERT_ROW = { table: 'customer_risk.alerts', prefix: ALERT_STREAM_PREFIX };
export const ALERT_TABLES: ProjectedTables = {
  replaced: [{ table: 'customer_risk.alerts' }],
  completed: [],
  apart: new Map([[FORGET_DAYS, undefined]]),
};

/**
 * Applies events of alerts to the read side: several of one alert, or the first event of each of several alerts. The
 * row of an alert has the last projected revision, so an event that was already projected changes nothing.
 *
 * @throws ReadSideBehind when events are missing between the row and the first event
 */
export async function projectAlertEvents(sql: Sql, events: RecordedAlertEvent[]): Promise<void> {
  const raised = events.filter(isRaised);
  if (raised.length > 0) await insertAlerts(sql, raised);
  await forgetCounted(
    sql,
    events.filter(({ isForeign }) => !isForeign),
  );
  for (const event of events) {
    if (isRaised(event) || (await passOver(sql, ALERT_ROW, event))) continue;
    if (await (isDecided(event) ? decide(sql, event) : handle(sql, event))) {
      await recordAudits(sql, 'customer_risk', [alertAudit(event)]);
    } else await refuseGap(sql, REFLECTED, event.data.alert_id, event);
  }
}

/** What was counted of a day that is over is counted again if one of its events comes only now. */
async function forgetCounted(sql: Sql, events: RecordedAlertEvent[]): Promise<void> {
  for (const tenantId of new Set(events.map(({ data }) => data.tenant_id))) {
    const times = events
      .filter(({ data }) => data.tenant_id === tenantId)
      .flatMap((event) =>
        event.type === 'AlertRaised' ? event.data.raised_at : isDecided(event) ? event.data.decided_at : [],
      );
    await forgetDaysOf(sql, tenantId, times);
  }
}

/** Always the first event of its alert, so it can be applied before the others. */
const isRaised = (event: RecordedAlertEvent): event is RecordedEvent & RaisedEvent =>
  event.type === 'AlertRaised' && !event.isForeign;
type RaisedEvent = Extract<AlertEvent, { type: 'AlertRaised' }>;

/** One statement for all: a screening can raise hundreds of alerts, which must not keep other tenants waiting. */
async function insertAlerts(sql: Sql, raised: (RecordedEvent & RaisedEvent)[]): Promise<void> {
  const alerts = raised.map(({ data, revision }) => ({
    ...data,
    // As texts inside the JSON, so that they are stored as they are.
    metadata: JSON.stringify(data.metadata),
    match: data.match && JSON.stringify(data.match),
    evidence: JSON.stringify(data.evidence),
    reopened: data.reopened && JSON.stringify(data.reopened),
    reopens: data.reopened?.alert_id,
    list: data.match?.list,
    entry_id: data.match?.entry_id,
    rule_id: ruleOf(data),
    revision,
  }));
  const { rows } = await sql.query<{ id: string }>(INSERT_ALERTS, [JSON.stringify(alerts)]);
  const inserted = new Set(rows.map(({ id }) => id));
  const isNew = ({ data }: RaisedEvent): boolean => inserted.has(data.alert_id);
  await recordAudits(sql, 'customer_risk', raised.filter(isNew).map(alertAudit));
  for (const event of raised.filter((each) => !isNew(each))) {
    await refuseGap(sql, REFLECTED, event.data.alert_id, event);
  }
}

/** The rule of Probity that raised the alert. A provider may name rules of its own. */
function ruleOf({ source, metadata }: RaisedEvent['data']): string | null {
  const { rule_id } = metadata;
  return source === 'monitoring' && isUuid(rule_id) ? rule_id : null;
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
    decision.officer,
    decision.officer_id,
  ]);
  return rowCount === 1;
}

/** Staff work on the alert, but the alert does not change: `updated_at` stays, which institutions see. */
async function handle(sql: Sql, event: RecordedEvent & AlertHandled): Promise<boolean> {
  const { rowCount } = await sql.query(
    `UPDATE customer_risk.alerts SET ${HANDLE[event.type]}, revision = $2 WHERE id = $1 AND revision = $2 - 1`,
    [event.data.alert_id, event.revision, ...handled(event)],
  );
  return rowCount === 1;
}

function handled({ type, data }: AlertHandled): unknown[] {
  switch (type) {
    case 'AlertAssigned':
      return [data.assignee_id, data.assignee];
    case 'AlertSnoozed':
      return [data.until];
    case 'AlertTagged':
      return [data.tags];
  }
}
