import type { ReportFacts } from '@probity/contracts/activity-reports/facts';
import type { ReportDetail, ReportView } from '@probity/contracts/activity-reports/views';
import { officerIn } from '@probity/contracts/staff/officer';
import type { Sql } from '@probity/persistence/database';
import type { Page } from '../page';
import { listViews, readView } from '../views';
import type { ReportsQuery } from './reports.query';

const COLUMNS = `
  id, case_id, customer_id, kind, status, version, replaces, drafted_by, created_at, updated_at, approved_at, approved_by,
  proposed_by, to_char(filed_on, 'YYYY-MM-DD') AS filed_on, reference`;
const LIST = `SELECT ${COLUMNS} FROM customer_risk.reports WHERE tenant_id = $1`;
const GET = `
  SELECT ${COLUMNS}, narrative, measures, indicators, event_ids, alert_ids, entries
  FROM customer_risk.reports WHERE tenant_id = $1 AND id = $2`;
const FACTS = `SELECT facts FROM customer_risk.reports WHERE tenant_id = $1 AND id = $2`;

export type ReportFilter = Omit<ReportsQuery, keyof Page>;

/** Reads reports of suspicious activity. Every query is restricted to one tenant. */
export class ReportQueries {
  constructor(private readonly sql: Sql) {}

  /** Newest first. */
  reports(tenantId: string, page: Page, { status, case_id, customer_id }: ReportFilter = {}): Promise<ReportView[]> {
    const where = { status, case_id, customer_id };
    return listViews(this.sql, LIST, [tenantId], { where, order: 'created_at DESC, id DESC', page });
  }

  async report(tenantId: string, reportId: string): Promise<ReportDetail | undefined> {
    const found = await readView<ReportDetail>(this.sql, GET, [tenantId, reportId]);
    return found && { ...found, entries: found.entries.map(inOrder) };
  }

  /** What an approved report says; undefined for a draft, and after the erasure of its customer. */
  async approvedFacts(tenantId: string, reportId: string): Promise<ReportFacts | undefined> {
    const found = await readView<{ facts: ReportFacts | null }>(this.sql, FACTS, [tenantId, reportId]);
    return found?.facts && 'subject' in found.facts ? found.facts : undefined;
  }
}

/** Restores the order of the fields, which `jsonb` does not keep. */
const inOrder = ({ what, text, at, ...by }: ReportDetail['entries'][number]) => ({ what, text, ...officerIn(by), at });
