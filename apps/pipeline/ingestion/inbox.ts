import type { EventStore } from '@probity/event-store/event-store';
import type { Database, Sql } from '@probity/persistence/database';
import { causedBy } from '@probity/platform/caused-by';
import type { Refusal } from '@probity/platform/errors';
import { isProcessed, oldestOf } from '../processing/indexed-reads';
import { eventsAccepted } from './accepted-events';
import { customerSubject, referenceOf, referenceSubject } from './event-reference';
import { insertEvents } from './insert-events';
import type { NewEvent, PlacedEvent } from './new-event';
import { distinctValues, RESOLVE } from './resolve-customers';
import type { WaitingQuota } from './waiting-quota';

/**
 * The customers with the references, and whether older events wait under the reference, or are being moved to the
 * customer. For an EXISTS, Postgres may read all references that are being moved once for each statement.
 */
const PLACE = `
  SELECT r.subject, r.customer_id,
    (${oldestOf('r.subject', 'unresolved', 'true', 1)}) OR (${oldestOf('r.subject', 'pending', 'true', 1)})
      OR (SELECT true FROM pipeline.subjects s WHERE s.customer_id = r.customer_id LIMIT 1) AS is_behind
  FROM (${RESOLVE}) r`;
const STORED = `
  SELECT e.event_id FROM unnest($1::uuid[], $2::uuid[]) AS e (tenant_id, event_id)
  WHERE (SELECT true FROM pipeline.inbox i WHERE i.event_id = e.event_id LIMIT 1) OR (${isProcessed('e')})`;

/** Where accepted events are stored. */
export interface Ingestion {
  database: Database;
  /** with personal data in clear */
  events: EventStore;
}

/**
 * Stores events, as events of the event store and in the inbox. They are durable when the promise resolves. Events of a
 * known customer stay in order with the customer's other events. Events that match no customer stay in order with events
 * of the same reference. If older events wait for the customer, a new one waits behind them under its reference:
 * `settleReferences` moves it later. An event that is stored already is left out.
 *
 * @returns events that are not stored because too many events of their tenant wait for a customer
 */
export async function storeEvents(
  ingestion: Ingestion,
  events: NewEvent[],
  quota?: WaitingQuota,
): Promise<ReadonlyMap<NewEvent, Refusal>> {
  const placed = await place(ingestion.database, events);
  const waiting = events.filter((_, n) => placed[n]!.customerId === undefined);
  const refused = quota ? await withoutStored(ingestion.database, quota.refuse(waiting)) : new Map<NewEvent, Refusal>();
  const admitted = placed.filter((_, n) => !refused.has(events[n]!));
  await appendNew(ingestion, [...new Map(admitted.map((each) => [each.event.event_id, each])).values()]);
  quota?.add(waiting.filter((event) => !refused.has(event)));
  return refused;
}

async function place(sql: Sql, events: NewEvent[]): Promise<PlacedEvent[]> {
  const references = events.map(({ tenant_id, event_type, payload }) => referenceOf(tenant_id, event_type, payload));
  const { rows } = await sql.query<{ subject: string; customer_id: string; is_behind: boolean | null }>(
    PLACE,
    distinctValues(references),
  );
  const found = new Map(rows.map((row) => [row.subject, row]));
  return events.map((event, n): PlacedEvent => {
    const reference = referenceSubject(references[n]!);
    const customer = found.get(reference);
    const content = JSON.stringify(event.payload);
    const subject = customer && !customer.is_behind ? customerSubject(customer.customer_id) : reference;
    return { event, content, subject, customerId: customer?.customer_id };
  });
}

/** An event is sent again when its outcome was unknown. */
class StoredAlready extends Error {}

/** Each event once. */
async function appendNew(ingestion: Ingestion, placed: PlacedEvent[]): Promise<void> {
  try {
    await append(ingestion, placed);
  } catch (error) {
    const stored = causedBy(error, StoredAlready) ? await storedOf(ingestion.database, placed) : new Set();
    if (stored.size === 0) throw error;
    const others = placed.filter(({ event }) => !stored.has(event.event_id));
    await appendNew(ingestion, others);
  }
}

/**
 * If an append and its projection are one transaction, no event is in two of the event store. If not, the second one
 * changes nothing.
 *
 * @throws StoredAlready, perhaps as the cause of another error: nothing was stored
 */
async function append({ events }: Ingestion, placed: PlacedEvent[]): Promise<void> {
  if (placed.length === 0) return;
  const accepted = eventsAccepted(placed);
  await events.beginStreams(
    accepted.map(({ first }) => first),
    async (sql, recorded, atomic) => {
      const begun = new Set(recorded.map(({ stream }) => stream));
      const ofBegun = accepted.filter(({ first }) => begun.has(first.stream)).flatMap((each) => each.placed);
      const inserted = await insertEvents(sql, ofBegun);
      if (atomic && inserted < ofBegun.length) throw new StoredAlready('some of the events are stored already');
    },
  );
}

/** An event that is sent again because its outcome was unknown is not refused. */
async function withoutStored(sql: Sql, refused: Map<NewEvent, Refusal>): Promise<Map<NewEvent, Refusal>> {
  if (refused.size === 0) return refused;
  const stored = await storedOf(
    sql,
    [...refused.keys()].map((event) => ({ event })),
  );
  return new Map([...refused].filter(([{ event_id }]) => !stored.has(event_id)));
}

/** The ids of the events that are in the inbox or have an outcome. */
async function storedOf(sql: Sql, events: Pick<PlacedEvent, 'event'>[]): Promise<Set<string>> {
  const { rows } = await sql.query<{ event_id: string }>(STORED, [
    events.map(({ event }) => event.tenant_id),
    events.map(({ event }) => event.event_id),
  ]);
  return new Set(rows.map(({ event_id }) => event_id));
}
