import type { Sql } from '@probity/persistence/database';
import { referenceOf } from '../ingestion/event-reference';
import { resolveCustomers } from '../ingestion/resolve-customers';
import type { ClaimedSubject } from './claim';
import { DUE_NOW, oldestOf } from './indexed-reads';

/** Events that one round moves to their customers, and events of one reference that it marks as unresolved. */
export const MAX_MOVED = 250;

/** A customer that was erased gets no events. */
const MARKED = `
  SELECT s.subject, s.customer_id FROM pipeline.subjects s JOIN customer_risk.customers c ON c.id = s.customer_id
  WHERE s.subject = ANY($1) AND c.erased_at IS NULL`;
const MARK = `
  UPDATE pipeline.subjects s SET customer_id = m.customer_id FROM unnest($1::text[], $2::uuid[]) AS m (subject, customer_id)
  WHERE s.subject = m.subject AND s.customer_id IS DISTINCT FROM m.customer_id`;
const SOURCES = 'SELECT subject, customer_id FROM pipeline.subjects WHERE customer_id = ANY($1)';
/**
 * Moves the oldest events of all references of a customer, so that they stay in order. Events are locked in the order
 * of their positions: two processes that move events of a customer do so one after the other. An event whose customer
 * was known when it arrived goes to this customer.
 *
 * This statement and those below read the events that they change by an array of ids, and by nothing else. Postgres
 * knows little about a table that changes this fast: given the choice, it may read all events of a reference for each.
 */
const MOVE = `
  WITH oldest AS (
    SELECT event_id FROM (
      SELECT e.event_id, r.most, row_number() OVER (PARTITION BY r.customer_id ORDER BY e.position) AS nth
      FROM unnest($1::text[], $2::uuid[], $3::int[]) AS r (subject, customer_id, most) CROSS JOIN LATERAL (
        (${oldestOf('r.subject', 'unresolved', 'event_id, position', 'r.most')})
        UNION ALL
        (${oldestOf('r.subject', 'pending', 'event_id, position', 'r.most')})) AS e) AS waiting
    WHERE nth <= most
  ), locked AS (
    SELECT event_id, subject, status, customer_id FROM pipeline.inbox
    WHERE event_id = ANY(ARRAY(SELECT event_id FROM oldest)) ORDER BY position FOR UPDATE
  ), moving AS (
    SELECT l.event_id, coalesce(l.customer_id, r.customer_id) AS customer_id
    FROM locked l JOIN unnest($1::text[], $2::uuid[]) AS r (subject, customer_id) USING (subject)
    WHERE l.status IN ('unresolved', 'pending')
  )
  UPDATE pipeline.inbox i SET subject = 'customer:' || m.customer_id, customer_id = m.customer_id, status = 'pending',
    due_at = ${DUE_NOW}
  FROM moving m WHERE i.event_id = ANY(ARRAY(SELECT event_id FROM moving)) AND i.event_id = m.event_id`;
/** The oldest waiting event of a reference is pending, so that the next round moves more of them. */
const GO_ON = `
  UPDATE pipeline.inbox SET status = 'pending', due_at = ${DUE_NOW} WHERE event_id = ANY(ARRAY(
    SELECT event_id FROM unnest($1::text[]) AS r (subject) CROSS JOIN LATERAL (
      ${oldestOf('r.subject', 'unresolved', 'event_id', 1)} FOR UPDATE) AS o))`;
/** Another process has the claim on the others, and unmarks them. */
const UNMARK = `
  UPDATE pipeline.subjects SET customer_id = NULL WHERE subject IN (
    SELECT subject FROM pipeline.subjects s WHERE subject = ANY($1) AND NOT EXISTS (
      ${oldestOf('s.subject', 'unresolved', '', 1)}) AND NOT EXISTS (
      ${oldestOf('s.subject', 'pending', '', 1)})
    ORDER BY subject FOR UPDATE SKIP LOCKED)`;
const UNMATCHED = `
  UPDATE pipeline.inbox SET status = 'unresolved' WHERE event_id = ANY(ARRAY(
    SELECT event_id FROM unnest($1::text[]) AS r (subject) CROSS JOIN LATERAL (
      ${oldestOf('r.subject', 'pending', 'event_id', '$2')} FOR UPDATE) AS o))`;

/**
 * Moves events to the customer that has their reference now, or marks them as unresolved. Some of them: what is left
 * is due in the next round. The rows of their subjects must be locked, see `wakeWaiting`.
 *
 * While events of a reference of a customer are moved, the reference is marked. `storeEvents` then lets new events of
 * the customer wait under their own references, so that they do not overtake the older ones.
 */
export async function settleReferences(sql: Sql, claimed: ClaimedSubject[]): Promise<void> {
  if (claimed.length === 0) return;
  const customers = await customersOf(sql, claimed);
  const found = claimed.filter(({ subject }) => customers.has(subject));
  const unmatched = claimed.filter(({ subject }) => !customers.has(subject));
  if (found.length > 0) await move(sql, found, customers);
  const most = Math.max(1, Math.floor(MAX_MOVED / Math.max(1, unmatched.length)));
  if (unmatched.length > 0) await sql.query(UNMATCHED, [unmatched.map(({ subject }) => subject), most]);
}

/** By subject, the customer for which the reference is marked, or else the one that has it now. */
async function customersOf(sql: Sql, claimed: ClaimedSubject[]): Promise<Map<string, string>> {
  const resolved = await resolveCustomers(
    sql,
    claimed.map(({ events: [event] }) => referenceOf(event!.tenant_id, event!.event_type, event!.payload)),
  );
  const { rows } = await sql.query<Source>(MARKED, [claimed.map(({ subject }) => subject)]);
  return new Map([...resolved, ...rows.map(({ subject, customer_id }) => [subject, customer_id] as const)]);
}

interface Source {
  subject: string;
  customer_id: string;
}

async function move(sql: Sql, claimed: ClaimedSubject[], customers: ReadonlyMap<string, string>): Promise<void> {
  const own = claimed.map(({ subject }) => ({ subject, customer_id: customers.get(subject)! }));
  await sql.query(MARK, [own.map(({ subject }) => subject), own.map(({ customer_id }) => customer_id)]);
  const shares = sharesOf(claimed, customers);
  const { rows: sources } = await sql.query<Source>(SOURCES, [[...shares.keys()]]);
  const subjects = sources.map(({ subject }) => subject);
  await sql.query(MOVE, [
    subjects,
    sources.map(({ customer_id }) => customer_id),
    sources.map(({ customer_id }) => shares.get(customer_id)!),
  ]);
  await sql.query(GO_ON, [subjects]);
  await sql.query(UNMARK, [subjects]);
}

/** How many events of each customer are moved: tenants share a round evenly, and so do the customers of a tenant. */
function sharesOf(claimed: ClaimedSubject[], customers: ReadonlyMap<string, string>): Map<string, number> {
  const byTenant = new Map<string, Set<string>>();
  for (const { subject, events } of claimed) {
    const { tenant_id } = events[0]!;
    byTenant.set(tenant_id, (byTenant.get(tenant_id) ?? new Set()).add(customers.get(subject)!));
  }
  return new Map(
    [...byTenant.values()].flatMap((ids) =>
      [...ids].map((id) => [id, Math.max(1, Math.floor(MAX_MOVED / byTenant.size / ids.size))] as const),
    ),
  );
}
