import type { AlertSource, AlertStatus, MatchedEntry, Resolution, Severity } from '@probity/contracts/alerts/events';
import type { AlertDetail, AlertView, QueuedAlert } from '@probity/contracts/alerts/views';
import type { Sql } from '@probity/persistence/database';
import type { Page } from '../page';
import { listConditions } from '../list-conditions';
import { readView, readViews } from '../views';
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

/** The columns that only the view of one alert has. */
export const DETAIL_COLUMNS = `
  a.event_id, a.match, a.evidence, a.decisions, a.reopened,
  (SELECT n.id FROM customer_risk.alerts n WHERE n.reopens = a.id) AS reopened_as,
  a.group_id, (SELECT count(*) FROM customer_risk.alerts g WHERE g.tenant_id = a.tenant_id AND g.group_id = a.group_id
    AND g.status IN ('open', 'escalated'))::int AS group_alerts`;

const LIST = `SELECT ${ALERT_COLUMNS} FROM customer_risk.alerts a WHERE a.tenant_id = $1`;
const VIEW = `${LIST} AND a.id = $2`;
const GET = `
  SELECT ${ALERT_COLUMNS}, ${DETAIL_COLUMNS} FROM customer_risk.alerts a
  WHERE a.tenant_id = $1 AND a.id = $2`;

/** Whether an alert still needs a final decision. */
export const IS_ACTIVE = `a.status IN ('open', 'escalated')`;

/**
 * The alerts that count for the score of customer $2 of tenant $1: all since the time $3, and older ones that are active
 * or confirmed matches. A closed alert that was reopened counts until its successor is decided. Alerts that are the same to the score are one row, because a customer may have thousands.
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
      AND NOT EXISTS (SELECT FROM customer_risk.alerts n
        WHERE n.reopens = a.id AND n.status IN ('resolved', 'dismissed'))
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

/** Days in UTC, as ISO dates: from the first one, and before the second one. */
interface Period {
  from?: string;
  before?: string;
}

/** What staff can ask for too: by whom and when an alert was decided, and which rule or list raised it when. */
interface StaffFilter {
  rule_id?: string;
  case_id?: string;
  list?: string;
  resolution?: Resolution;
  /** an account of staff */
  decided_by?: string;
  raised?: Period;
  decided?: Period;
}

export type AlertFilter = Omit<AlertsQuery, keyof Page> & StaffFilter;

const EQUAL = ['status', 'customer_id', 'source', 'severity', 'alert_type', 'rule_id', 'list', 'resolution'] as const;
const atStart = (day: string | undefined): string | undefined => day && `${day}T00:00:00.000Z`;

/** For `listConditions`. `a` is the table of alerts. */
export function conditionsOf(filter: AlertFilter): [condition: string, value: unknown][] {
  const { raised = {}, decided = {} } = filter;
  return [
    ...EQUAL.map((column): [string, unknown] => [`a.${column} = ?`, filter[column]]),
    ['a.id IN (SELECT c.alert_id FROM customer_risk.case_alerts c WHERE c.case_id = ?)', filter.case_id],
    ['a.decided_by_id = ?', filter.decided_by],
    ['a.created_at >= ?', atStart(raised.from)],
    ['a.created_at < ?', atStart(raised.before)],
    ['a.decided_at >= ?', atStart(decided.from)],
    ['a.decided_at < ?', atStart(decided.before)],
  ];
}

/** The column by which alerts are ordered: with a period of decisions, the time of the decision. */
export const timeOf = ({ decided = {} }: AlertFilter): string =>
  (decided.from ?? decided.before) ? 'a.decided_at' : 'a.created_at';

/** Reads alerts. Every query is restricted to one tenant. */
export class AlertQueries {
  constructor(private readonly sql: Sql) {}

  /** Newest first; with a period of decisions, those decided last first. */
  alerts(tenantId: string, { limit, offset }: Page, filter: AlertFilter = {}): Promise<AlertView[]> {
    const { where, values } = listConditions([tenantId, limit, offset], conditionsOf(filter));
    return readViews(this.sql, `${LIST}${where} ORDER BY ${timeOf(filter)} DESC, a.id DESC LIMIT $2 OFFSET $3`, values);
  }

  /** An alert as institutions see it. */
  view(tenantId: string, alertId: string): Promise<AlertView | undefined> {
    return readView(this.sql, VIEW, [tenantId, alertId]);
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
