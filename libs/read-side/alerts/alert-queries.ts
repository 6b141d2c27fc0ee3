import type { AlertSource, AlertStatus, MatchedEntry, Resolution, Severity } from '@probity/contracts/alerts/events';
import type { AlertDetail, AlertView } from '@probity/contracts/alerts/views';
import type { Sql } from '@probity/persistence/database';
import type { Page } from '../page';
import { listViews, readView, readViews } from '../views';
import type { AlertsQuery } from './alerts.query';

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
 * The country of the counterparty of an active alert: the value that the monitoring rule read, or else the value in the
 * metadata of the alert.
 */
const COUNTERPARTY_COUNTRY = `
  CASE WHEN ${IS_ACTIVE}
    THEN coalesce(a.evidence #>> '{fields,transaction.counterparty_country}', a.metadata->>'counterparty_country')
  END`;

/** The columns of an alert that scoring uses. `a` is the table of alerts. */
export const SCORED_COLUMNS = `
  a.source, a.severity, a.status, a.resolution, a.alert_type, a.match, a.created_at AS raised_at,
  ${COUNTERPARTY_COUNTRY} AS counterparty_country`;

/** The alerts that count for a score: all since the time $3, and older ones that are active or confirmed matches. */
export const COUNTS_FOR_SCORE = `
  a.tenant_id = $1 AND a.customer_id = $2
  AND (a.created_at >= $3 OR ${IS_ACTIVE} OR a.resolution = 'confirmed_match')`;

const FOR_SCORING = `SELECT ${SCORED_COLUMNS} FROM customer_risk.alerts a WHERE ${COUNTS_FOR_SCORE} ORDER BY a.id`;

const DISMISSED = `
  SELECT list, entry_id FROM customer_risk.alerts
  WHERE tenant_id = $1 AND customer_id = $2 AND status = 'dismissed' AND list IS NOT NULL ORDER BY list, entry_id`;

const OF_CUSTOMER = `
  SELECT id FROM customer_risk.alerts WHERE tenant_id = $1 AND customer_id = $2 AND id = ANY($3)`;

/** The fields of an alert that scoring uses. */
export interface ScoredAlert {
  source: AlertSource;
  severity: Severity;
  status: AlertStatus;
  resolution: Resolution | null;
  alert_type: string;
  match: MatchedEntry | null;
  raised_at: string;
  counterparty_country: string | null;
}

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

  async alert(tenantId: string, alertId: string): Promise<AlertDetail | undefined> {
    const alert = await readView<AlertDetail>(this.sql, GET, [tenantId, alertId]);
    return alert && { ...alert, decisions: alert.decisions.map(inOrder) };
  }

  /**
   * The alerts that count for the score of a customer: all alerts since a time, and older alerts that are active or
   * confirmed matches.
   */
  ofCustomerForScoring(tenantId: string, customerId: string, since: Date): Promise<ScoredAlert[]> {
    return readViews(this.sql, FOR_SCORING, [tenantId, customerId, since]);
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

/** Restores the order of the fields, which `jsonb` does not keep. */
function inOrder({ decision, resolution, reason, officer, decided_at }: AlertDetail['decisions'][number]) {
  return { decision, resolution, reason, officer, decided_at };
}
