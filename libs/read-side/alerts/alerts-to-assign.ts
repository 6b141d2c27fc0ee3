import { NIL } from 'uuid';
import type { AlertSource, Severity } from '@probity/contracts/alerts/events';
import type { AssignmentRule } from '@probity/contracts/settings/assignment-rules';
import type { Sql } from '@probity/persistence/database';
import { readViews } from '../views';
import { IS_ACTIVE } from './alert-queries';

/** What rules of assignment can tell apart. */
export interface AlertToAssign {
  id: string;
  severity: Severity;
  source: AlertSource;
  alert_type: string;
  created_at: Date;
}

/** An alert in the order of creation. */
export interface Place {
  created_at: Date;
  id: string;
}

/** A member of staff with active alerts of a tenant. */
export interface Assigned {
  tenant_id: string;
  slug: string;
  assignee_id: string;
}

/** More alerts than these count as these: no person works through them on one day. */
const MAX_COUNTED = 1_000;

const RULES = `
  SELECT t.id AS tenant_id, latest.version, latest.rules
  FROM back_office.tenants t, LATERAL (
    SELECT s.version, s.settings->'queue'->'assignment' AS rules FROM back_office.compliance_settings s
    WHERE s.tenant_id = t.id ORDER BY s.version DESC LIMIT 1) latest
  WHERE json_typeof(latest.rules::json) = 'array' AND json_array_length(latest.rules::json) > 0`;
const NEW = `
  SELECT a.id, a.severity, a.source, a.alert_type, a.created_at FROM customer_risk.alerts a
  WHERE a.tenant_id = $1 AND ${IS_ACTIVE} AND a.assignee_id IS NULL AND NOT a.was_assigned
    AND (a.created_at, a.id) > ($2::timestamptz, $3::uuid)
  ORDER BY a.created_at, a.id LIMIT $4`;
const LOADS = `
  SELECT account.id AS assignee_id, (SELECT count(*)::int FROM (
    SELECT FROM customer_risk.alerts a
    WHERE a.tenant_id = $1 AND ${IS_ACTIVE} AND a.assignee_id = account.id LIMIT ${MAX_COUNTED}) counted) AS alerts
  FROM unnest($2::uuid[]) AS account(id)`;
/** Each pair of a tenant and an account once, without reading all alerts: the index leads from pair to pair. */
const ASSIGNED = `
  WITH RECURSIVE pairs AS (
    (SELECT a.tenant_id, a.assignee_id FROM customer_risk.alerts a
     WHERE ${IS_ACTIVE} AND a.assignee_id IS NOT NULL ORDER BY a.tenant_id, a.assignee_id LIMIT 1)
    UNION ALL
    SELECT next.tenant_id, next.assignee_id FROM pairs p, LATERAL (
      SELECT a.tenant_id, a.assignee_id FROM customer_risk.alerts a
      WHERE ${IS_ACTIVE} AND a.assignee_id IS NOT NULL
        AND (a.tenant_id, a.assignee_id) > (p.tenant_id, p.assignee_id)
      ORDER BY a.tenant_id, a.assignee_id LIMIT 1) next)
  SELECT p.tenant_id, t.slug, p.assignee_id FROM pairs p JOIN back_office.tenants t ON t.id = p.tenant_id
  WHERE NOT EXISTS (
    SELECT FROM back_office.staff_accounts s JOIN back_office.staff_roles r ON r.account_id = s.id
    WHERE s.id = p.assignee_id AND s.disabled_at IS NULL AND r.tenant_id = p.tenant_id AND r.role = ANY ($1))`;
const OF_ASSIGNEE = `
  SELECT a.id, a.severity, a.source, a.alert_type, a.created_at FROM customer_risk.alerts a
  WHERE a.tenant_id = $1 AND ${IS_ACTIVE} AND a.assignee_id = $2 ORDER BY a.severity, a.created_at, a.id LIMIT $3`;

/** Reads what the assignment by rules needs. */
export class AlertsToAssign {
  constructor(private readonly sql: Sql) {}

  /** The rules of each tenant that has some, with the version of its settings. */
  async rules(): Promise<{ tenant_id: string; version: number; rules: AssignmentRule[] }[]> {
    const { rows } = await this.sql.query<{ tenant_id: string; version: number; rules: AssignmentRule[] }>(RULES);
    return rows;
  }

  /** Active alerts after a place that no member of staff ever had, oldest first. */
  async new(tenantId: string, after: Place | undefined, limit: number): Promise<AlertToAssign[]> {
    // A condition with OR would read all earlier alerts each time.
    const values = [tenantId, after?.created_at ?? '-infinity', after?.id ?? NIL, limit];
    const { rows } = await this.sql.query<AlertToAssign & Record<string, unknown>>(NEW, values);
    return rows;
  }

  /** How many active alerts each account has in the tenant, at most 1,000. */
  async loads(tenantId: string, accounts: readonly string[]): Promise<Map<string, number>> {
    const rows = await readViews<{ assignee_id: string; alerts: number }>(this.sql, LOADS, [tenantId, accounts]);
    return new Map(rows.map(({ assignee_id, alerts }) => [assignee_id, alerts]));
  }

  /** Accounts with active alerts of tenants in which they have none of the roles, or which were disabled. */
  assignedWithout(roles: readonly string[]): Promise<Assigned[]> {
    return readViews(this.sql, ASSIGNED, [roles]);
  }

  async of(tenantId: string, assigneeId: string, limit: number): Promise<AlertToAssign[]> {
    const values = [tenantId, assigneeId, limit];
    const { rows } = await this.sql.query<AlertToAssign & Record<string, unknown>>(OF_ASSIGNEE, values);
    return rows;
  }
}
