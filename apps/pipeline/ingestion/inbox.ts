import type { EventType } from '@probity/contracts/pipeline/views';
import type { Database, Sql } from '@probity/persistence/database';
import { customerSubject, referenceOf, referenceSubject } from './event-reference';
import { resolveCustomers } from './resolve-customers';

export interface NewEvent {
  event_id: string;
  tenant_id: string;
  event_type: EventType;
  payload: Record<string, unknown>;
  received_at: Date;
  /** the API key that sent it, and its label */
  actor?: string;
  actor_name?: string;
}

/**
 * Skips an event that was processed before, and a redelivered event that is still in the inbox. An event behind one
 * that waits for its retry waits with it: due events that cannot be processed would hide those of other tenants.
 */
const INSERT = `
  INSERT INTO pipeline.inbox (event_id, tenant_id, event_type, payload, subject, customer_id, status, due_at, received_at,
    actor, actor_name)
  SELECT n.event_id, n.tenant_id, n.event_type, n.payload, n.subject, n.customer_id, 'pending',
    greatest(now(), (SELECT f.due_at FROM pipeline.inbox f WHERE f.subject = n.subject AND f.status = 'pending'
      ORDER BY f.position LIMIT 1)), n.received_at, n.actor, n.actor_name
  FROM ROWS FROM (
      unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::uuid[], $6::timestamptz[], $7::text[], $8::text[]),
      json_array_elements($9::json))
    WITH ORDINALITY AS n (event_id, tenant_id, event_type, subject, customer_id, received_at, actor, actor_name,
      payload, place)
  WHERE NOT EXISTS (
    SELECT FROM pipeline.processed_events p WHERE p.tenant_id = n.tenant_id AND p.event_id = n.event_id)
  ORDER BY n.place
  ON CONFLICT (event_id) DO NOTHING`;

const STILL_WAITING = 'SELECT DISTINCT subject FROM pipeline.inbox WHERE subject = ANY($1)';
const LOCK_WAITING = 'SELECT FROM pipeline.subjects WHERE subject = ANY($1) ORDER BY subject FOR UPDATE';
const ADOPT = `
  UPDATE pipeline.inbox SET subject = $2, customer_id = $3, status = 'pending', due_at = now()
  WHERE subject = ANY($1) AND status IN ('unresolved', 'pending')`;

/**
 * Stores events. They are durable when the promise resolves. Events of a known customer stay in order with the
 * customer's other events. Events that match no customer stay in order with events of the same reference.
 */
export async function storeEvents(database: Database, events: NewEvent[]): Promise<void> {
  const references = events.map(({ tenant_id, event_type, payload }) => referenceOf(tenant_id, event_type, payload));
  await database.transaction(async (sql) => {
    const customers = await resolveCustomers(sql, references);
    await letOlderOnesGoFirst(sql, customers);
    const subjects = references.map((reference) => {
      const customerId = customers.get(referenceSubject(reference));
      return customerId === undefined ? referenceSubject(reference) : customerSubject(customerId);
    });
    await sql.query(INSERT, [
      events.map(({ event_id }) => event_id),
      events.map(({ tenant_id }) => tenant_id),
      events.map(({ event_type }) => event_type),
      subjects,
      references.map((reference) => customers.get(referenceSubject(reference)) ?? null),
      events.map(({ received_at }) => received_at),
      events.map(({ actor }) => actor ?? null),
      events.map(({ actor_name }) => actor_name ?? null),
      JSON.stringify(events.map(({ payload }) => payload)),
    ]);
  });
}

/** Assigns events that arrived before their customer, so that they are processed before the new events. */
async function letOlderOnesGoFirst(sql: Sql, customers: ReadonlyMap<string, string>): Promise<void> {
  if (customers.size === 0) return;
  const { rows } = await sql.query<{ subject: string }>(STILL_WAITING, [[...customers.keys()]]);
  for (const { subject } of rows) await adoptWaiting(sql, [subject], customers.get(subject)!);
}

/**
 * Assigns events that wait under a reference to the customer who has it now.
 *
 * A process that marks an event as unresolved locks the row of its subject first, and then looks for the customer.
 * This function locks the same row: either it sees the event, or the other process sees the customer. If the row does
 * not exist yet, the other process creates and locks it later, and then sees the customer.
 */
export async function adoptWaiting(sql: Sql, subjects: string[], customerId: string): Promise<number> {
  await sql.query(LOCK_WAITING, [subjects]);
  const { rowCount } = await sql.query(ADOPT, [subjects, customerSubject(customerId), customerId]);
  return rowCount ?? 0;
}
