import type { IngestedEventSummary, IngestedEventView } from '@probity/contracts/pipeline/views';
import type { Sql } from '@probity/persistence/database';
import type { Page } from '../page';
import { listViews, readView } from '../views';
import type { EventsQuery } from './events.query';

/** All ingested events. An event without an outcome is in the inbox; then it moves to `processed_events`. */
const ALL = `
  SELECT event_id, tenant_id, event_type, payload, status, customer_id, received_at, NULL::timestamptz AS processed_at,
    attempts, last_error, NULL::uuid AS duplicate_of, '[]'::json AS stages, '{}'::uuid[] AS alert_ids
  FROM pipeline.inbox
  UNION ALL
  SELECT event_id, tenant_id, event_type, payload, CASE WHEN duplicate_of IS NULL THEN 'processed' ELSE 'duplicate' END,
    customer_id, received_at, processed_at, 0, NULL, duplicate_of, stages, alert_ids
  FROM pipeline.processed_events`;
const GET = `SELECT * FROM (${ALL}) e WHERE tenant_id = $1 AND event_id = $2 LIMIT 1`;
/** Without payload and evidence: a page of them could have 100 MB. */
const LIST = `
  SELECT event_id, tenant_id, event_type, status, customer_id, received_at, processed_at, attempts, last_error,
    duplicate_of, alert_ids, ARRAY(
      SELECT json_build_object('stage', s->'stage', 'mode', s->'mode', 'result', s->'result')
      FROM json_array_elements(stages) s
    ) AS stages
  FROM (${ALL}) e WHERE tenant_id = $1`;
/** Counts the events of a customer, including earlier events that still wait under one of the customer's references. */
const PENDING = `
  WITH known AS (
    SELECT 'customer:' || $2 AS subject
    UNION ALL SELECT 'customer_id:' || $1 || ':' || $2
    UNION ALL SELECT 'email:' || $1 || ':' || email_key FROM customer_risk.customers
      WHERE tenant_id = $1::uuid AND id = $2::uuid
    UNION ALL SELECT 'external_id:' || $1 || ':' || external_id FROM customer_risk.customers
      WHERE tenant_id = $1::uuid AND id = $2::uuid AND external_id IS NOT NULL
    UNION ALL SELECT 'account_ref:' || $1 || ':' || account_ref FROM customer_risk.customer_account_refs
      WHERE tenant_id = $1::uuid AND customer_id = $2::uuid
  )
  SELECT count(*) AS pending, max(position) AS newest FROM pipeline.inbox i
  WHERE i.subject IN (SELECT subject FROM known) AND i.tenant_id = $1::uuid AND i.status IN ('pending', 'unresolved')
    AND ($3::bigint IS NULL OR i.position <= $3::bigint)`;

export type EventFilter = Omit<EventsQuery, keyof Page>;

export interface PendingEvents {
  pending: number;
  /** position of the newest pending event in the order of acceptance; null when none is pending */
  newest: string | null;
}

/** Reads ingested events. Every query is restricted to one tenant. */
export class EventQueries {
  constructor(private readonly sql: Sql) {}

  event(tenantId: string, eventId: string): Promise<IngestedEventView | undefined> {
    return readView(this.sql, GET, [tenantId, eventId]);
  }

  /** Newest first. */
  events(tenantId: string, page: Page, filter: EventFilter = {}): Promise<IngestedEventSummary[]> {
    const { status, customer_id, event_type } = filter;
    const where = { status, customer_id, event_type };
    return listViews(this.sql, LIST, [tenantId], { where, order: 'event_id DESC', page });
  }

  /**
   * How many accepted events of a customer have no outcome yet, and the position of the newest of them. Dead events do
   * not count, because they wait until an officer runs them again.
   *
   * @param upTo counts only events up to this position
   */
  async pendingOf(tenantId: string, customerId: string, upTo: string | null = null): Promise<PendingEvents> {
    const { rows } = await this.sql.query<{ pending: string; newest: string | null }>(PENDING, [
      tenantId,
      customerId,
      upTo,
    ]);
    return { pending: Number(rows[0]!.pending), newest: rows[0]!.newest };
  }
}
