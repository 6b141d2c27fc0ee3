import {
  type Timeline,
  TIMELINE_KINDS,
  type TimelineEntry,
  type TimelineKind,
} from '@probity/contracts/customers/timeline';
import type { Sql } from '@probity/persistence/database';
import { pageOf, readPlace } from '../keyset';
import { readViews } from '../views';
import { readAccess } from './customer-access';
import { actionsOf, KIND_OF_ACTION } from './timeline-actions';

/** One range of the index for each action. The last condition is that of the index. */
const AUDITED = `
  WITH page AS (
    SELECT found.id FROM unnest($6::text[]) AS wanted (action) CROSS JOIN LATERAL (
      SELECT e.id, e.at FROM customer_risk.audit_events e
      WHERE e.tenant_id = $1 AND coalesce(e.data->>'customer_id', e.subject_id) = $2 AND e.action = wanted.action
        AND (e.at, e.id) < ($3::timestamptz, $4::uuid) AND e.action <> 'risk.assessed'
      ORDER BY e.at DESC, e.id DESC LIMIT $5) found
    ORDER BY found.at DESC, found.id DESC LIMIT $5)
  SELECT e.id, e.at, e.action, e.subject_type, e.subject_id,
    CASE e.subject_type
      WHEN 'alert' THEN (SELECT a.title FROM customer_risk.alerts a
        WHERE a.tenant_id = $1 AND a.id = e.subject_id::uuid)
      WHEN 'case' THEN (SELECT c.title FROM customer_risk.cases c
        WHERE c.tenant_id = $1 AND c.id = e.subject_id::uuid) END AS title,
    e.actor, e.actor_name, e.reason, e.data
  FROM page JOIN customer_risk.audit_events e USING (id)`;

/** Duplicates are events too. */
const EVENTS = `
  SELECT event_id AS id, occurred_at AS at, 'event.' || event_type AS action, 'event' AS subject_type,
    event_id::text AS subject_id, NULL AS title, NULL AS actor, NULL AS actor_name, NULL AS reason,
    json_strip_nulls(json_build_object(
      'direction', direction, 'amount', payload->>'amount', 'currency', payload->>'currency',
      'counterparty', CASE WHEN NOT $6 THEN payload->'counterparty'->>'name' END,
      'alerts', cardinality(alert_ids), 'duplicate_of', duplicate_of)) AS data
  FROM pipeline.processed_events
  WHERE tenant_id = $1 AND customer_id = $2 AND (occurred_at, event_id) < ($3::timestamptz, $4::uuid)
  ORDER BY occurred_at DESC, event_id DESC LIMIT $5`;

export interface TimelinePage {
  limit: number;
  /** a place in the form of `PLACE`: only what is after it */
  before?: string;
  kinds?: readonly TimelineKind[];
}

/** Reads what happened to a customer as one list. Every query is restricted to one tenant. */
export class TimelineQueries {
  constructor(private readonly sql: Sql) {}

  /**
   * Newest first. The work for a page does not grow with the history of the customer.
   *
   * @returns undefined when the tenant has no such customer
   */
  async of(
    tenantId: string,
    customerId: string,
    { limit, before, kinds = TIMELINE_KINDS }: TimelinePage,
  ): Promise<Timeline | undefined> {
    const customer = await readAccess(this.sql, tenantId, customerId);
    if (!customer) return undefined;
    const { at, id } = readPlace(before);
    const page = [tenantId, customerId, at, id, limit + 1];
    const actions = actionsOf(kinds);
    const [audited, events] = await Promise.all([
      actions.length === 0 ? [] : readViews<Omit<TimelineEntry, 'kind'>>(this.sql, AUDITED, [...page, actions]),
      kinds.includes('event')
        ? readViews<Omit<TimelineEntry, 'kind'>>(this.sql, EVENTS, [...page, customer.is_restricted])
        : [],
    ]);
    const entries = [...audited, ...events].map(({ id: entry, at: when, ...rest }) => {
      return { id: entry, at: when, kind: KIND_OF_ACTION.get(rest.action) ?? ('event' as const), ...rest };
    });
    return pageOf(entries.sort(newestFirst), limit, (entry) => entry);
  }
}

const newestFirst = (one: TimelineEntry, other: TimelineEntry): number =>
  compare(other.at, one.at) || compare(other.id, one.id);
const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other));
