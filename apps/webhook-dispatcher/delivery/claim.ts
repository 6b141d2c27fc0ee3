import { randomUUID } from 'node:crypto';
import type { Sql } from '@probity/persistence/database';
import { QUEUED_ENDPOINTS } from '@probity/read-side/webhooks/queued-endpoints';

/** Longer than any attempt takes, so that no process takes over a delivery that is still being sent. */
const LEASE_MS = 60_000;

/**
 * `open`: the endpoints that have a due delivery and room for it. The row is locked, so that an endpoint that is
 * being deleted, or whose secret is being rotated, is skipped until that is done. `picked`: the oldest deliveries
 * of each endpoint, and no more of one tenant than it has room for. Tenants take turns: those with the fewest attempts
 * in progress come first.
 *
 * A delivery with a claim whose lease has run out was interrupted: the process that claimed it has died.
 */
const CLAIM = `
  WITH RECURSIVE ${QUEUED_ENDPOINTS}, open AS MATERIALIZED (
    SELECT e.id, e.tenant_id, e.url, e.event_types, e.sealed_secret, e.failing_since, coalesce(l.free, $4) AS free,
      coalesce(t.free, $8) AS of_tenant
    FROM queued q JOIN webhooks.endpoints e ON e.id = q.endpoint_id
    LEFT JOIN unnest($5::uuid[], $6::int[]) AS l (endpoint_id, free) ON l.endpoint_id = e.id
    LEFT JOIN unnest($9::uuid[], $10::int[]) AS t (tenant_id, free) ON t.tenant_id = e.tenant_id
    WHERE q.due_at <= $1 AND e.status = 'active' AND coalesce(l.free, $4) > 0 AND coalesce(t.free, $8) > 0
    FOR SHARE OF e SKIP LOCKED
  ), picked AS MATERIALIZED (
    SELECT id, tenant_id, url, event_types, sealed_secret, failing_since FROM (
      SELECT d.id, o.tenant_id, o.url, o.event_types, o.sealed_secret, o.failing_since, o.of_tenant,
        row_number() OVER (PARTITION BY o.tenant_id ORDER BY random()) AS nth
      FROM open o CROSS JOIN LATERAL (
        SELECT id FROM webhooks.deliveries
        WHERE endpoint_id = o.id AND due_at <= $1 AND (lease_until IS NULL OR lease_until <= $1)
        ORDER BY due_at LIMIT o.free FOR UPDATE SKIP LOCKED) d
    ) p WHERE nth <= of_tenant ORDER BY nth - of_tenant, random() LIMIT $3
  )
  UPDATE webhooks.deliveries d SET claim = $2, lease_until = $7, attempt_count = attempt_count + 1
  FROM picked p, webhooks.events e
  WHERE d.id = p.id AND e.event_id = d.event_id
  RETURNING d.id, d.endpoint_id, d.tenant_id, d.event_id, d.event_type, d.attempt_count, d.failures, d.claim,
    e.body, p.tenant_id AS endpoint_tenant_id, p.url, p.event_types, p.sealed_secret, p.failing_since`;

/** A delivery that this process attempts, with everything that the attempt needs. */
export interface ClaimedDelivery {
  id: string;
  endpoint_id: string;
  tenant_id: string;
  event_id: string;
  event_type: string;
  /** the number of attempts, including this one */
  attempt_count: number;
  failures: number;
  /** the token that is required to store the outcome */
  claim: string;
  body: string;
  /** differs from `tenant_id` only when a row was changed outside Probity */
  endpoint_tenant_id: string;
  url: string;
  /** of the endpoint */
  event_types: string[];
  sealed_secret: Buffer;
  failing_since: Date | null;
}

/** How many deliveries may be claimed now. */
export interface Room {
  /** for all endpoints together */
  total: number;
  /** for each endpoint that is not in `free` */
  each: number;
  /** by the id of the endpoint */
  free: ReadonlyMap<string, number>;
  /** for all endpoints of a tenant that is not in `freeOfTenants` */
  eachTenant: number;
  /** by the id of the tenant */
  freeOfTenants: ReadonlyMap<string, number>;
}

/** Takes due deliveries. The attempt is counted here, so that every attempt that reaches a receiver is counted. */
export async function claimDeliveries(sql: Sql, now: Date, room: Room): Promise<ClaimedDelivery[]> {
  const { total, each, free, eachTenant, freeOfTenants } = room;
  const { rows } = await sql.query<ClaimedDelivery>(CLAIM, [
    now,
    randomUUID(),
    total,
    each,
    [...free.keys()],
    [...free.values()],
    new Date(now.getTime() + LEASE_MS),
    eachTenant,
    [...freeOfTenants.keys()],
    [...freeOfTenants.values()],
  ]);
  return rows;
}
