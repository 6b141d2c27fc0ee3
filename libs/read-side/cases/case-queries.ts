import type { CaseDetail, CaseView } from '@probity/contracts/cases/views';
import type { Sql } from '@probity/persistence/database';
import { listConditions } from '../list-conditions';
import type { Page } from '../page';
import type { CaseEntry } from './case-projection';

const ALERT_IDS = `
  ARRAY(SELECT ca.alert_id FROM customer_risk.case_alerts ca WHERE ca.case_id = c.id ORDER BY ca.position, ca.alert_id)
    AS alert_ids`;

/** What a view of a case is made of, of the table `c`. */
export const CASE_COLUMNS = `
  c.id, c.customer_id, c.title, c.status, c.outcome, ${ALERT_IDS}, c.opened_by, c.created_at, c.updated_at`;

const LIST = `SELECT ${CASE_COLUMNS} FROM customer_risk.cases c WHERE c.tenant_id = $1`;
const GET = `
  SELECT ${CASE_COLUMNS}, c.reason, c.entries FROM customer_risk.cases c WHERE c.tenant_id = $1 AND c.id = $2`;

export interface CaseRow extends Omit<CaseView, 'created_at' | 'updated_at'> {
  created_at: Date;
  updated_at: Date;
}

interface DetailRow extends CaseRow {
  reason: string;
  entries: CaseEntry[];
}

export interface CaseFilter {
  status?: CaseView['status'];
  customer_id?: string;
}

/** Reads of cases. Every one asks for the tenant. */
export class CaseQueries {
  constructor(private readonly sql: Sql) {}

  /** Newest first. */
  async cases(tenantId: string, { limit, offset }: Page, filter: CaseFilter = {}): Promise<CaseView[]> {
    const { where, values } = listConditions(
      [tenantId, limit, offset],
      [
        ['c.status = ?', filter.status],
        ['c.customer_id = ?', filter.customer_id],
      ],
    );
    const { rows } = await this.sql.query<CaseRow>(
      `${LIST}${where} ORDER BY c.created_at DESC, c.id DESC LIMIT $2 OFFSET $3`,
      values,
    );
    return rows.map(toCase);
  }

  async case(tenantId: string, caseId: string): Promise<CaseDetail | undefined> {
    const { rows } = await this.sql.query<DetailRow>(GET, [tenantId, caseId]);
    return rows[0] && toDetail(rows[0]);
  }
}

export function toCase(row: CaseRow): CaseView {
  return { ...row, created_at: row.created_at.toISOString(), updated_at: row.updated_at.toISOString() };
}

function toDetail({ entries, ...row }: DetailRow): CaseDetail {
  return {
    ...row,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    entries: entries.map(({ what, text, officer, at }) => ({ what, text, officer, at })),
  };
}
