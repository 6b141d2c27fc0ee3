import type { CaseDetail, CaseView } from '@probity/contracts/cases/views';
import type { Sql } from '@probity/persistence/database';
import type { Page } from '../page';
import { listViews, readView } from '../views';
import type { CasesQuery } from './cases.query';
import { officerIn } from '@probity/contracts/staff/officer';

const ALERT_IDS = `
  ARRAY(SELECT ca.alert_id FROM customer_risk.case_alerts ca WHERE ca.case_id = c.id ORDER BY ca.position, ca.alert_id)
    AS alert_ids`;

/** The columns of a case view. `c` is the table of cases. */
export const CASE_COLUMNS = `
  c.id, c.customer_id, c.title, c.status, c.outcome, ${ALERT_IDS}, c.opened_by, c.created_at, c.updated_at`;

const LIST = `SELECT ${CASE_COLUMNS} FROM customer_risk.cases c WHERE c.tenant_id = $1`;
const GET = `
  SELECT ${CASE_COLUMNS}, c.reason, c.entries FROM customer_risk.cases c WHERE c.tenant_id = $1 AND c.id = $2`;

export type CaseFilter = Omit<CasesQuery, keyof Page>;

/** Reads cases. Every query is restricted to one tenant. */
export class CaseQueries {
  constructor(private readonly sql: Sql) {}

  /** Newest first. */
  cases(tenantId: string, page: Page, { status, customer_id }: CaseFilter = {}): Promise<CaseView[]> {
    const where = { status, customer_id };
    return listViews(this.sql, LIST, [tenantId], { where, order: 'created_at DESC, id DESC', page });
  }

  async case(tenantId: string, caseId: string): Promise<CaseDetail | undefined> {
    const found = await readView<CaseDetail>(this.sql, GET, [tenantId, caseId]);
    return found && { ...found, entries: found.entries.map(inOrder) };
  }
}

/** Restores the order of the fields, which `jsonb` does not keep. */
const inOrder = ({ what, text, at, ...by }: CaseDetail['entries'][number]) => ({
  what,
  text,
  ...officerIn(by),
  at,
});
