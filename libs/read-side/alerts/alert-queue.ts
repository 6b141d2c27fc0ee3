import type { AlertSource, Severity } from '@probity/contracts/alerts/events';
import type { AlertDetail, StaffAlert } from '@probity/contracts/alerts/views';
import { SEVERITIES } from '@probity/contracts/alerts/words';
import type { Sql } from '@probity/persistence/database';
import { listConditions } from '../list-conditions';
import type { Page } from '../page';
import { SettingsQueries } from '../settings/settings-queries';
import { readView, readViews } from '../views';
import {
  ALERT_COLUMNS,
  type AlertFilter,
  conditionsOf as alertConditions,
  DETAIL_COLUMNS,
  IS_ACTIVE,
  timeOf,
  withOrderedDecisions,
} from './alert-queries';

/** Which active alerts of a tenant to show. What is left out does not restrict the queue. */
export interface QueueFilter {
  /** an account; null: alerts that no member of staff has */
  assignee_id?: string | null;
  severity?: Severity;
  source?: AlertSource;
  alert_type?: string;
  tag?: string;
  /** alerts about the same party and list entry */
  group?: string;
  /** true: only alerts that should have been decided before `now`, also when they are put off */
  overdue?: boolean;
  /** true: only alerts that are put off; otherwise only the others */
  snoozed?: boolean;
}

/** $2 has the hours of each severity. */
const DUE = `a.created_at + make_interval(hours => ($2::json->>a.severity)::int)`;
const QUEUE_COLUMNS = `${ALERT_COLUMNS}, a.assignee, a.assignee_id, ${DUE} AS due_at, a.snoozed_until, a.tags`;

const CUSTOMER_NAME = `
  (SELECT coalesce(c.profile->>'full_name', c.profile->>'business_name', c.profile->>'email')
    FROM customer_risk.customers c
    WHERE c.tenant_id = a.tenant_id AND c.id = a.customer_id AND c.restricted_at IS NULL) AS customer_name`;

const DETAIL = `
  SELECT ${QUEUE_COLUMNS}, ${DETAIL_COLUMNS} FROM customer_risk.alerts a
  WHERE a.tenant_id = $1 AND a.id = $3`;

/** The first alerts of one severity. All have the same time to a decision, so they are due in the order of creation. */
const ofSeverity = (severity: Severity, where: string): string => `
  (SELECT a.id, ${DUE} AS due_at FROM customer_risk.alerts a
   WHERE a.tenant_id = $1 AND ${IS_ACTIVE} AND a.severity = '${severity}'${where}
   ORDER BY a.created_at, a.id LIMIT $4::bigint + $5::bigint)`;
/** Alerts of the severity that were raised before this time should have been decided before the time now ($3). */
const raisedBefore = (severity: Severity): string =>
  ` AND a.created_at < $3::timestamptz - make_interval(hours => ($2::json->>'${severity}')::int)`;

/** The work of staff: active alerts, with who works on them and by when they are due. Restricted to one tenant. */
export class AlertQueue {
  private readonly settings: SettingsQueries;

  constructor(private readonly sql: Sql) {
    this.settings = new SettingsQueries(sql);
  }

  /** The alerts that are due first come first. */
  async list(
    tenantId: string,
    { limit, offset }: Page,
    { severity, overdue = false, ...filter }: QueueFilter,
    now: Date,
  ): Promise<StaffAlert[]> {
    const hours = await this.dueHours(tenantId);
    const { where, values } = listConditions([tenantId, hours, now, limit, offset], conditionsOf(filter, overdue, now));
    const severities = severity === undefined ? SEVERITIES : [severity];
    const first = severities.map((each) => ofSeverity(each, overdue ? where + raisedBefore(each) : where));
    return readViews(
      this.sql,
      `WITH page AS (
         SELECT q.id FROM (${first.join(' UNION ALL ')}) q, (SELECT $3::timestamptz) now
         ORDER BY q.due_at, q.id LIMIT $4 OFFSET $5)
       SELECT ${QUEUE_COLUMNS}, ${CUSTOMER_NAME} FROM page JOIN customer_risk.alerts a USING (id) ORDER BY due_at, a.id`,
      values,
    );
  }

  /** All alerts, also closed ones; newest first. With a period of decisions, those decided last first. */
  async all(tenantId: string, { limit, offset }: Page, filter: AlertFilter = {}): Promise<StaffAlert[]> {
    const hours = await this.dueHours(tenantId);
    const { where, values } = listConditions([tenantId, hours, limit, offset], alertConditions(filter));
    return readViews(
      this.sql,
      `SELECT ${QUEUE_COLUMNS}, ${CUSTOMER_NAME} FROM customer_risk.alerts a WHERE a.tenant_id = $1${where}
       ORDER BY ${timeOf(filter)} DESC, a.id DESC LIMIT $3 OFFSET $4`,
      values,
    );
  }

  async alert(tenantId: string, alertId: string): Promise<AlertDetail | undefined> {
    const hours = await this.dueHours(tenantId);
    const alert = await readView<AlertDetail>(this.sql, DETAIL, [tenantId, hours, alertId]);
    return alert && withOrderedDecisions(alert);
  }

  private async dueHours(tenantId: string): Promise<string> {
    const { settings } = await this.settings.current(tenantId);
    return JSON.stringify(settings.queue.due_hours);
  }
}

function conditionsOf(
  { assignee_id, source, alert_type, tag, group, snoozed = false }: Omit<QueueFilter, 'severity' | 'overdue'>,
  overdue: boolean,
  now: Date,
): [condition: string, value: unknown][] {
  return [
    assignee_id === null ? ['a.assignee_id IS NULL AND ?', true] : ['a.assignee_id = ?', assignee_id],
    ['a.source = ?', source],
    ['a.alert_type = ?', alert_type],
    ['a.tags @> ARRAY[?::text]', tag],
    ['a.group_id = ?', group],
    ['a.snoozed_until > ?', snoozed ? now : undefined],
    ['(a.snoozed_until IS NULL OR a.snoozed_until <= ?)', snoozed || overdue || group !== undefined ? undefined : now],
  ];
}
