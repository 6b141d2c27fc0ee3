import type { AuditEventView } from '@probity/contracts/audit/views';
import type { Sql } from '@probity/persistence/database';
import { listConditions } from '../list-conditions';
import type { Page } from '../page';
import { readViews } from '../views';

export interface AuditFilter {
  subject_type?: string;
  subject_id?: string;
  /** an actor, or with no colon a type of actors */
  actor?: string;
  action?: string;
  /** ISO 8601: from this time on */
  since?: string;
  /** ISO 8601: before this time */
  until?: string;
}

const COLUMNS = 'id, subject_type, subject_id, action, actor_type, actor, actor_name, reason, cause, data, at, address';

/** The audit trails that contain entries of a tenant. Entries without a tenant concern every tenant. */
const TRAILS = [
  'customer_risk.audit_events WHERE tenant_id = $1',
  'back_office.audit_events WHERE tenant_id = $1',
  'pipeline.audit_events WHERE tenant_id = $1',
  'pipeline.audit_events WHERE tenant_id IS NULL',
  'webhooks.audit_events WHERE tenant_id = $1',
  'ledger.audit_events WHERE tenant_id = $1',
  'platform.audit_events WHERE tenant_id = $1',
  'platform.audit_events WHERE tenant_id IS NULL',
];

/** The entries that concern no single tenant. The parameter of the tenant is null. */
const PLATFORM_TRAILS = ['back_office', 'pipeline', 'platform'].map(
  (schema) => `${schema}.audit_events WHERE tenant_id IS NULL AND $1::uuid IS NULL`,
);

/** Reads the audit trails of all services as one list. */
export class AuditQueries {
  constructor(private readonly sql: Sql) {}

  /** The entries of a tenant, and those about all tenants; newest first. */
  events(tenantId: string, page: Page, filter: AuditFilter = {}): Promise<AuditEventView[]> {
    return this.of(TRAILS, tenantId, page, filter);
  }

  /** The entries that concern no single tenant; newest first. */
  platformEvents(page: Page, filter: AuditFilter = {}): Promise<AuditEventView[]> {
    return this.of(PLATFORM_TRAILS, null, page, filter);
  }

  private of(
    from: string[],
    tenantId: string | null,
    { limit, offset }: Page,
    filter: AuditFilter,
  ): Promise<AuditEventView[]> {
    const { where, values } = listConditions(
      [tenantId, limit, offset, limit + offset],
      [
        ['subject_type = ?', filter.subject_type],
        ['subject_id = ?', filter.subject_id],
        [filter.actor?.includes(':') ? 'actor = ?' : 'actor_type = ?', filter.actor],
        ['action = ?', filter.action],
        ['at >= ?', filter.since],
        ['at < ?', filter.until],
      ],
    );
    // Each trail returns at most as many entries as the page can need, so that its scan ends early.
    const trails = from
      .map((trail) => `(SELECT ${COLUMNS} FROM ${trail}${where} ORDER BY at DESC, id DESC LIMIT $4)`)
      .join(' UNION ALL ');
    return readViews(this.sql, `SELECT * FROM (${trails}) e ORDER BY at DESC, id DESC LIMIT $2 OFFSET $3`, values);
  }
}
