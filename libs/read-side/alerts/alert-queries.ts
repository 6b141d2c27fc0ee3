import type { AlertSource, AlertStatus, MatchedEntry, Resolution, Severity } from '@probity/contracts/alerts/events';
import type { AlertDetail, AlertView, QueuedAlert } from '@probity/contracts/alerts/views';
import type { Sql } from '@probity/persistence/database';
import type { Page } from '../page';
import { listViews, readView, readViews } from '../views';
import type { AlertsQuery } from './alerts.query';
import { officerIn } from '@probity/contracts/staff/officer';

/** The case to which an alert was added last. If the alert is in an open case, it is that case. */
const CASE_ID = `
  (SELECT c.case_id FROM customer_risk.case_alerts c WHERE c.alert_id = a.id
    ORDER BY c.added_at DESC, c.case_id DESC LIMIT 1) AS case_id`;

/** The columns of an alert view. `a` is the table of alerts. */
export const ALERT_COLUMNS = `
  a.id, a.customer_id, a.alert_type, a.severity, a.title, a.trigger_ref, a.metadata, a.source, a.status, ${CASE_ID},
  a.created_at, a.updated_at`;

const LIST = `SELECT ${ALERT_COLUMNS} FROM customer_risk.alerts a WHERE a.tenant_id = $1`;
const GET = `
  SELECT ${ALERT_COLUMNS}, a.event_id, a.match, a.evidence, a.decisions FROM customer_risk.alerts a
  WHERE a.tenant_id = $1 AND a.id = $2`;

/** Whether an alert still needs a final decision. */
export const IS_ACTIVE = `a.status IN ('open', 'escalated')`;

/**
 * The alerts that count for the score of customer $2 of tenant $1: all since the time $3, and older ones that are active
 * or confirmed matches. Alerts that are the same to the score are one row, because a customer may have thousands.
 */
export const SCORED_ALERTS = `
  SELECT source, severity, status, resolution, alert_type, match::json, raised_at, counterparty_country, count FROM (
    SELECT a.source, a.severity, a.status, a.resolution, a.alert_type, a.match::text,
      to_char(a.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS raised_at,
      CASE WHEN ${IS_ACTIVE} THEN a.counterparty_country END AS counterparty_country,
      count(*)::integer, min(a.id::text) AS first
    FROM customer_risk.alerts a
    WHERE a.tenant_id = $1 AND a.customer_id = $2
      AND (a.created_at >= $3 OR ${IS_ACTIVE} OR a.resolution = 'confirmed_match')
    GROUP BY 1, 2, 3, 4, 5, 6, 7, 8) g
  ORDER BY first`;

const DISMISSED = `
  SELECT list, entry_id FROM customer_risk.alerts
  WHERE tenant_id = $1 AND customer_id = $2 AND status = 'dismissed' AND list IS NOT NULL ORDER BY list, entry_id`;

const OF_CUSTOMER = `
  SELECT id FROM customer_risk.alerts WHERE tenant_id = $1 AND customer_id = $2 AND id = ANY($3)`;

/** The fields of an alert that scoring uses, and how many alerts have the same. */
export interface ScoredAlert {
  source: AlertSource;
  severity: Severity;
  status: AlertStatus;
  resolution: Resolution | null;
  alert_type: string;
  match: MatchedEntry | null;
  /** ISO date */
  raised_at: string;
  counterparty_country: string | null;
  count: number;
}

/** An alert with its evidence and decisions. */
export type StoredAlert = Omit<AlertDetail, keyof QueuedAlert> & AlertView;

export type AlertFilter = Omit<AlertsQuery, keyof Page>;

/** Reads alerts. Every query is restricted to one tenant. */
export class AlertQueries {
  constructor(private readonly sql: Sql) {}

  /** Newest first. */
  alerts(tenantId: string, page: Page, filter: AlertFilter = {}): Promise<AlertView[]> {
    const { status, customer_id, source, severity, alert_type } = filter;
    const where = { status, customer_id, source, severity, alert_type };
    return listViews(this.sql, LIST, [tenantId], { where, order: 'created_at DESC, id DESC', page });
  }

  /** What is stored about an alert, without what staff do with it in their queue; see `AlertQueue`. */
  async alert(tenantId: string, alertId: string): Promise<StoredAlert | undefined> {
    const alert = await readView<StoredAlert>(this.sql, GET, [tenantId, alertId]);
    return alert && withOrderedDecisions(alert);
  }

  /**
   * The alerts that count for the score of a customer: all alerts since a time, and older alerts that are active or
   * confirmed matches.
   */
  ofCustomerForScoring(tenantId: string, customerId: string, since: Date): Promise<ScoredAlert[]> {
    return readViews(this.sql, SCORED_ALERTS, [tenantId, customerId, since]);
  }

  /** The list entries that officers dismissed for a customer. A new hit on one of them raises no alert. */
  async dismissedPairs(tenantId: string, customerId: string): Promise<{ list: string; entry_id: string }[]> {
    const { rows } = await this.sql.query<{ list: string; entry_id: string }>(DISMISSED, [tenantId, customerId]);
    return rows;
  }

  /** The ids of those of the alerts that belong to the customer. */
  async idsOfCustomer(tenantId: string, customerId: string, alertIds: string[]): Promise<Set<string>> {
    const { rows } = await this.sql.query<{ id: string }>(OF_CUSTOMER, [tenantId, customerId, alertIds]);
    return new Set(rows.map(({ id }) => id));
  }
}

/** Restores the order of the fields of the decisions, which `jsonb` does not keep. */
export const withOrderedDecisions = <Alert extends Pick<AlertDetail, 'decisions'>>(alert: Alert): Alert => ({
  ...alert,
  decisions: alert.decisions.map(inOrder),
});

function inOrder({ decision, resolution, reason, decided_at, ...by }: AlertDetail['decisions'][number]) {
  return { decision, resolution, reason, ...officerIn(by), decided_at };
}
