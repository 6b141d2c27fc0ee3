import { CASE_STREAM_PREFIX, type CaseEvent } from '@probity/contracts/cases/events';
import type { RecordedEvent } from '@probity/event-store/event-store';
import type { ProjectedTables } from '@probity/event-store/rebuild/projected-tables';
import type { Sql } from '@probity/persistence/database';
import { recordAudit } from '../audit/audit-entry';
import { caseAudit } from './case-audit';
import { caseEntry } from './case-entry';
import { FILE_OF_CASE_APART, projectFileOfCase } from './case-file-projection';
import { passOver, refuseGap } from '../refuse-gap';

export type RecordedCaseEvent = RecordedEvent & CaseEvent;

const INSERT_CASE = `
  INSERT INTO customer_risk.cases (id, tenant_id, customer_id, title, reason, status, opened_by, entries, created_at,
    updated_at, revision)
  VALUES ($1, $2, $3, $4, $5, 'open', $6, $7, $8, $8, $9) ON CONFLICT (id) DO NOTHING`;
const ADVANCE = `
  UPDATE customer_risk.cases SET entries = entries || $3::jsonb, updated_at = $4, status = coalesce($5, status),
    outcome = coalesce($6, outcome), revision = $2
  WHERE id = $1 AND revision = $2 - 1`;
const ADD_ALERTS = `
  INSERT INTO customer_risk.case_alerts (alert_id, case_id, added_at, position)
  SELECT alert_id, $1, $2, (SELECT count(*) FROM customer_risk.case_alerts WHERE case_id = $1) + n
  FROM unnest($3::uuid[]) WITH ORDINALITY AS a (alert_id, n)
  ON CONFLICT (alert_id, case_id) DO NOTHING`;
/** The claims were made before the event; after the loss of Postgres, they are made again. */
const CLAIM_ALERTS = `
  INSERT INTO customer_risk.claims (tenant_id, name, owner, token, claimed_at, used)
  SELECT $1, $2 || alert_id, $3, $3, $4, true FROM unnest($5::text[]) AS a (alert_id) ORDER BY alert_id
  ON CONFLICT (tenant_id, name) DO NOTHING`;
/** The part of the name of a claim before the id of the alert. */
export const CLAIMED_ALERT = 'case-of-alert:';
/** Releases the alerts of a closed case, so that another case can include them. */
const LET_ALERTS_GO = 'DELETE FROM customer_risk.claims WHERE owner = $1';
const REFLECTED = 'SELECT revision FROM customer_risk.cases WHERE id = $1';
export const CASE_ROW = { table: 'customer_risk.cases', prefix: CASE_STREAM_PREFIX };
export const CASE_TABLES: ProjectedTables = {
  replaced: [
    { table: 'customer_risk.cases' },
    { table: 'customer_risk.case_alerts', key: 'case_id' },
    { table: 'customer_risk.case_files', key: 'case_id' },
  ],
  completed: [{ table: 'customer_risk.claims', key: 'owner' }],
  apart: FILE_OF_CASE_APART,
};

/**
 * Applies the events of one case to the read side. The row of the case has the last projected revision, so an event
 * that was already projected changes nothing.
 *
 * @throws ReadSideBehind when events are missing between the row and the first event
 */
export async function projectCaseEvents(sql: Sql, events: RecordedCaseEvent[]): Promise<void> {
  for (const event of events) {
    if (await passOver(sql, CASE_ROW, event)) continue;
    const isNew = event.type === 'CaseOpened' ? await insertCase(sql, event) : await advance(sql, event);
    if (isNew) await recordAudit(sql, 'customer_risk', caseAudit(event));
    else await refuseGap(sql, REFLECTED, event.data.case_id, event);
  }
}

async function insertCase(sql: Sql, event: Extract<RecordedCaseEvent, { type: 'CaseOpened' }>): Promise<boolean> {
  const { case_id, tenant_id, customer_id, title, reason, officer, alert_ids, opened_at } = event.data;
  const entries = JSON.stringify([caseEntry(event)]);
  const row = [case_id, tenant_id, customer_id, title, reason, officer, entries, opened_at, event.revision];
  const { rowCount } = await sql.query(INSERT_CASE, row);
  if (rowCount !== 1) return false;
  await addAlerts(sql, event.data, alert_ids, opened_at);
  return true;
}

async function advance(sql: Sql, event: Exclude<RecordedCaseEvent, { type: 'CaseOpened' }>): Promise<boolean> {
  const { case_id } = event.data;
  const entry = caseEntry(event);
  const closed = event.type === 'CaseClosed' ? event.data : undefined;
  const values = [case_id, event.revision, JSON.stringify([entry]), entry.at, closed && 'closed', closed?.outcome];
  const { rowCount } = await sql.query(ADVANCE, values);
  if (rowCount !== 1) return false;
  if (event.type === 'AlertsAddedToCase') await addAlerts(sql, event.data, event.data.alert_ids, entry.at);
  if (event.type === 'CaseFileAttached' || event.type === 'CaseFileRemoved') await projectFileOfCase(sql, event);
  if (closed) await sql.query(LET_ALERTS_GO, [case_id]);
  return true;
}

async function addAlerts(
  sql: Sql,
  { case_id, tenant_id }: { case_id: string; tenant_id: string },
  alertIds: string[],
  at: string,
): Promise<void> {
  await sql.query(ADD_ALERTS, [case_id, at, alertIds]);
  await sql.query(CLAIM_ALERTS, [tenant_id, CLAIMED_ALERT, case_id, at, alertIds]);
}
