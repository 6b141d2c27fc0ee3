import type { Database, Sql } from '@probity/persistence/database';
import type { Refusal } from '@probity/platform/errors';
import { isProcessed, oldestOf } from '../processing/indexed-reads';
import { customerSubject, referenceOf, referenceSubject } from './event-reference';
import type { NewEvent } from './new-event';
import { resolveCustomers } from './resolve-customers';
import type { WaitingQuota } from './waiting-quota';

/**
 * Skips an event that was processed before, and a redelivered event that is still in the inbox. For a NOT EXISTS,
 * Postgres may read all processed events.
 */
const INSERT = `
  INSERT INTO pipeline.inbox (event_id, tenant_id, event_type, payload, subject, customer_id, status, due_at, received_at,
    actor, actor_name)
  SELECT n.event_id, n.tenant_id, n.event_type, n.payload, n.subject, n.customer_id, 'pending', now(), n.received_at,
    n.actor, n.actor_name
  FROM ROWS FROM (
      unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::uuid[], $6::timestamptz[], $7::text[], $8::text[]),
      json_array_elements($9::json))
    WITH ORDINALITY AS n (event_id, tenant_id, event_type, subject, customer_id, received_at, actor, actor_name,
      payload, place)
  WHERE (${isProcessed('n')}) IS NULL
  ORDER BY n.place
  ON CONFLICT (event_id) DO NOTHING`;

/**
 * References under which events wait, and those of customers to which older events are being moved. For an EXISTS,
 * Postgres may read all references that are being moved once for each statement.
 */
const BEHIND_OLDER = `
  SELECT r.subject FROM unnest($1::text[], $2::uuid[]) AS r (subject, customer_id)
  WHERE (${oldestOf('r.subject', 'unresolved', 'true', 1)}) OR (${oldestOf('r.subject', 'pending', 'true', 1)})
    OR (SELECT true FROM pipeline.subjects s WHERE s.customer_id = r.customer_id LIMIT 1)`;
const STORED = `
  SELECT e.event_id FROM unnest($1::uuid[], $2::uuid[]) AS e (tenant_id, event_id)
  WHERE (SELECT true FROM pipeline.inbox i WHERE i.event_id = e.event_id LIMIT 1) OR (${isProcessed('e')})`;

interface PlacedEvent {
  event: NewEvent;
  subject: string;
  customerId: string | undefined;
}

/**
 * Stores events. They are durable when the promise resolves. Events of a known customer stay in order with the
 * customer's other events. Events that match no customer stay in order with events of the same reference. If older
 * events wait for the customer, a new one waits behind them under its reference: `settleReferences` moves it later.
 *
 * @returns events that are not stored because too many events of their tenant wait for a customer
 */
export async function storeEvents(
  database: Database,
  events: NewEvent[],
  quota?: WaitingQuota,
): Promise<ReadonlyMap<NewEvent, Refusal>> {
  const references = events.map(({ tenant_id, event_type, payload }) => referenceOf(tenant_id, event_type, payload));
  let waiting: PlacedEvent[] = [];
  const refused = await database.transaction(async (sql) => {
    const customers = await resolveCustomers(sql, references);
    const behindOlder = await behind(sql, customers);
    const placed = events.map((event, n): PlacedEvent => {
      const reference = referenceSubject(references[n]!);
      const customerId = customers.get(reference);
      const isDirect = customerId !== undefined && !behindOlder.has(reference);
      return { event, subject: isDirect ? customerSubject(customerId) : reference, customerId };
    });
    waiting = placed.filter(({ customerId }) => customerId === undefined);
    const refusals = quota ? await withoutStored(sql, quota.refuse(waiting.map(({ event }) => event))) : new Map();
    await insert(
      sql,
      placed.filter(({ event }) => !refusals.has(event)),
    );
    return refusals;
  });
  quota?.add(waiting.filter(({ event }) => !refused.has(event)).map(({ event }) => event));
  return refused;
}

async function behind(sql: Sql, customers: ReadonlyMap<string, string>): Promise<Set<string>> {
  if (customers.size === 0) return new Set();
  const { rows } = await sql.query<{ subject: string }>(BEHIND_OLDER, [[...customers.keys()], [...customers.values()]]);
  return new Set(rows.map(({ subject }) => subject));
}

/** An event that is sent again because its outcome was unknown is not refused. */
async function withoutStored(sql: Sql, refused: Map<NewEvent, Refusal>): Promise<Map<NewEvent, Refusal>> {
  if (refused.size === 0) return refused;
  const events = [...refused.keys()];
  const { rows } = await sql.query<{ event_id: string }>(STORED, [
    events.map(({ tenant_id }) => tenant_id),
    events.map(({ event_id }) => event_id),
  ]);
  const stored = new Set(rows.map(({ event_id }) => event_id));
  return new Map([...refused].filter(([{ event_id }]) => !stored.has(event_id)));
}

async function insert(sql: Sql, placed: PlacedEvent[]): Promise<void> {
  if (placed.length === 0) return;
  const events = placed.map(({ event }) => event);
  await sql.query(INSERT, [
    events.map(({ event_id }) => event_id),
    events.map(({ tenant_id }) => tenant_id),
    events.map(({ event_type }) => event_type),
    placed.map(({ subject }) => subject),
    placed.map(({ customerId }) => customerId ?? null),
    events.map(({ received_at }) => received_at),
    events.map(({ actor }) => actor ?? null),
    events.map(({ actor_name }) => actor_name ?? null),
    JSON.stringify(events.map(({ payload }) => payload)),
  ]);
}
