import { contentIn } from '@probity/contracts/activity-reports/content';
import { REPORT_STREAM_PREFIX, type ReportEvent } from '@probity/contracts/activity-reports/events';
import type { RecordedEvent } from '@probity/event-store/event-store';
import type { ProjectedTables } from '@probity/event-store/rebuild/projected-tables';
import type { Sql } from '@probity/persistence/database';
import { recordAudit } from '../audit/audit-entry';
import { passOver, refuseGap } from '../refuse-gap';
import { reportAudit } from './report-audit';
import { reportEntries } from './report-entry';

export type RecordedReportEvent = RecordedEvent & ReportEvent;
type Of<Type extends ReportEvent['type']> = Extract<RecordedReportEvent, { type: Type }>;

const INSERT = `
  INSERT INTO customer_risk.reports (id, tenant_id, customer_id, case_id, replaces, kind, narrative, measures,
    indicators, event_ids, alert_ids, status, version, drafted_by, entries, created_at, updated_at, revision)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 'draft', 1, $12, $13, $14, $14, $15)
  ON CONFLICT (id) DO NOTHING`;
const SET = {
  ReportChanged: `kind = $5, narrative = $6, measures = $7, indicators = $8, event_ids = $9, alert_ids = $10,
    version = version + 1`,
  ReportApproved: `status = 'approved', facts = $5, approved_at = $4, approved_by = $6, proposed_by = $7`,
  ReportDiscarded: `status = 'discarded'`,
  ReportExported: 'status = status',
  ReportExportedByTemplate: 'status = status',
  ReportFiled: `status = 'filed', reference = $5, filed_on = $6`,
};
const advanced = (type: keyof typeof SET): string => `
  UPDATE customer_risk.reports SET entries = entries || $3::jsonb, updated_at = $4, revision = $2, ${SET[type]}
  WHERE id = $1 AND revision = $2 - 1`;
const REFLECTED = 'SELECT revision FROM customer_risk.reports WHERE id = $1';
export const REPORT_ROW = { table: 'customer_risk.reports', prefix: REPORT_STREAM_PREFIX };
export const REPORT_TABLES: ProjectedTables = {
  replaced: [{ table: 'customer_risk.reports' }],
  completed: [],
};

/**
 * Applies the events of one report to the read side. The row of the report has the last projected revision, so an event
 * that was already projected changes nothing.
 *
 * @throws ReadSideBehind when events are missing between the row and the first event
 */
export async function projectReportEvents(sql: Sql, events: RecordedEvent[]): Promise<void> {
  for (const event of events as RecordedReportEvent[]) {
    if (await passOver(sql, REPORT_ROW, event)) continue;
    const isNew = event.type === 'ReportDrafted' ? await insert(sql, event) : await advance(sql, event);
    if (isNew) await recordAudit(sql, 'customer_risk', reportAudit(event));
    else await refuseGap(sql, REFLECTED, event.data.report_id, event);
  }
}

async function insert(sql: Sql, event: Of<'ReportDrafted'>): Promise<boolean> {
  const { report_id, tenant_id, customer_id, case_id, replaces = null, officer, drafted_at } = event.data;
  const content = Object.values(contentIn(event.data));
  const entries = JSON.stringify(reportEntries(event));
  const head = [report_id, tenant_id, customer_id, case_id, replaces];
  const { rowCount } = await sql.query(INSERT, [...head, ...content, officer, entries, drafted_at, event.revision]);
  return rowCount === 1;
}

async function advance(sql: Sql, event: Exclude<RecordedReportEvent, Of<'ReportDrafted'>>): Promise<boolean> {
  const entries = reportEntries(event);
  const head = [event.data.report_id, event.revision, JSON.stringify(entries), entries.at(-1)!.at];
  const { rowCount } = await sql.query(advanced(event.type), [...head, ...particulars(event)]);
  return rowCount === 1;
}

function particulars(event: Exclude<RecordedReportEvent, Of<'ReportDrafted'>>): unknown[] {
  switch (event.type) {
    case 'ReportChanged':
      return Object.values(contentIn(event.data));
    case 'ReportApproved':
      return [JSON.stringify(event.data.facts), event.data.officer, event.data.proposed?.officer];
    case 'ReportDiscarded':
    case 'ReportExported':
    case 'ReportExportedByTemplate':
      return [];
    case 'ReportFiled':
      return [event.data.reference, event.data.filed_on];
  }
}
