import type { AlertStatus, AlertSource, Severity } from '@probity/contracts/alerts/events';
import type { AlertGroup } from '@probity/contracts/alerts/group-views';
import type { Sql } from '@probity/persistence/database';
import type { Page } from '../page';
import { readView, readViews } from '../views';

/** The predicate of the index `alerts_in_groups`. */
const ACTIVE = `a.group_id IS NOT NULL AND a.status IN ('open', 'escalated')`;
const COUNTS = `
  SELECT a.group_id, count(*)::int AS alerts, count(DISTINCT a.customer_id)::int AS customers,
    min(a.created_at) AS first_raised_at, max(a.created_at) AS last_raised_at,
    (ARRAY['critical', 'high', 'medium', 'low'])[min(array_position(ARRAY['critical', 'high', 'medium', 'low'], a.severity))]
      AS severity
  FROM customer_risk.alerts a WHERE a.tenant_id = $1 AND ${ACTIVE}`;
const WITH_NAMES = `
  SELECT g.group_id AS id, g.alerts, g.customers, g.severity, newest.alert_type, newest.match->>'subject' AS subject,
    newest.match->>'subject_name' AS subject_name, newest.match->>'matched_name' AS matched_name, newest.list,
    newest.entry_id, g.first_raised_at, g.last_raised_at
  FROM g
  CROSS JOIN LATERAL (SELECT a.* FROM customer_risk.alerts a
    WHERE a.tenant_id = $1 AND a.group_id = g.group_id AND ${ACTIVE} ORDER BY a.created_at DESC, a.id DESC LIMIT 1) newest
  ORDER BY g.alerts DESC, g.group_id`;
const LIST = `
  WITH g AS (${COUNTS} GROUP BY a.group_id HAVING count(*) > 1 ORDER BY alerts DESC, a.group_id LIMIT $2 OFFSET $3)
  ${WITH_NAMES}`;
const ONE = `WITH g AS (${COUNTS} AND a.group_id = $2 GROUP BY a.group_id) ${WITH_NAMES}`;

const TO_DECIDE = `
  SELECT id, status, severity, source, alert_type FROM customer_risk.alerts WHERE tenant_id = $1 AND id = ANY($2)`;

/** What the policy of two people and a reviewer need of an alert. */
export interface AlertToDecide {
  id: string;
  status: AlertStatus;
  severity: Severity;
  source: AlertSource;
  alert_type: string;
}

/** Reads groups of active alerts. Every query is restricted to one tenant. */
export class AlertGroups {
  constructor(private readonly sql: Sql) {}

  /** Groups of two or more alerts, the largest first. */
  list(tenantId: string, { limit, offset }: Page): Promise<AlertGroup[]> {
    return readViews(this.sql, LIST, [tenantId, limit, offset]);
  }

  /** Undefined when no alert of the group is active. */
  group(tenantId: string, groupId: string): Promise<AlertGroup | undefined> {
    return readView(this.sql, ONE, [tenantId, groupId]);
  }

  /** Those of the alerts that the tenant has. */
  toDecide(tenantId: string, alertIds: string[]): Promise<AlertToDecide[]> {
    return readViews(this.sql, TO_DECIDE, [tenantId, alertIds]);
  }
}
