import type { AllowListEntry } from '@probity/contracts/allow-list/views';
import type { AllowListStatus } from '@probity/contracts/allow-list/words';
import type { Sql } from '@probity/persistence/database';
import { listConditions } from '../list-conditions';
import type { Page } from '../page';
import { readView, readViews } from '../views';

/** $2 is the time now. */
const COLUMNS = `
  e.id, e.customer_id, e.alert_id,
  CASE WHEN e.ended_at IS NOT NULL THEN 'ended' WHEN e.until <= $2 THEN 'expired' ELSE 'active' END AS status,
  e.counterparty, e.matched_name, e.list, e.entry_id, e.alert_type, e.until, e.reason, e.added_by, e.added_at, e.ended_at,
  e.ended_by, e.end_reason`;
const OF_TENANT = `SELECT ${COLUMNS} FROM customer_risk.allow_list_entries e WHERE e.tenant_id = $1`;

const STATUSES: Record<AllowListStatus, string> = {
  active: 'e.ended_at IS NULL AND e.until > ?',
  expired: 'e.ended_at IS NULL AND e.until <= ?',
  ended: 'e.ended_at <= ?',
};

export interface AllowListFilter {
  status?: AllowListStatus;
  customer_id?: string;
  alert_id?: string;
}

/** Reads the allow-list. Every query is restricted to one tenant. */
export class AllowListQueries {
  constructor(private readonly sql: Sql) {}

  /** Newest first. */
  entries(
    tenantId: string,
    { limit, offset }: Page,
    { status, customer_id, alert_id }: AllowListFilter,
    now: Date,
  ): Promise<AllowListEntry[]> {
    const { where, values } = listConditions(
      [tenantId, now, limit, offset],
      [
        ['e.customer_id = ?', customer_id],
        ['e.alert_id = ?', alert_id],
        [status ? STATUSES[status] : '', status && now],
      ],
    );
    const page = 'ORDER BY e.added_at DESC, e.id DESC LIMIT $3 OFFSET $4';
    return readViews(this.sql, `${OF_TENANT}${where} ${page}`, values);
  }

  entry(tenantId: string, entryId: string, now: Date): Promise<AllowListEntry | undefined> {
    return readView(this.sql, `${OF_TENANT} AND e.id = $3`, [tenantId, now, entryId]);
  }
}
