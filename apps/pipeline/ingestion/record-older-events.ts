import type { CountedTransaction, ProcessedEvent } from '@probity/contracts/pipeline/ingestion-events';
import type { EventType } from '@probity/contracts/pipeline/views';
import { AppendRejected, type EventStore, type FirstEvent } from '@probity/event-store/event-store';
import type { Database } from '@probity/persistence/database';
import type { Logger } from '@probity/platform/logging';
import { eventsAccepted } from './accepted-events';
import { inOwnStream } from './in-own-stream';
import { inParts } from './in-parts';
import type { PlacedEvent } from './new-event';

const AT_ONCE = 200;
const WAITING = `
  SELECT event_id, tenant_id, event_type, payload::text AS content, subject, customer_id, received_at, actor, actor_name,
    attempts, last_error, CASE status WHEN 'dead' THEN due_at END AS set_aside_at
  FROM pipeline.inbox WHERE NOT recorded AND event_id <> ALL($1) LIMIT ${AT_ONCE}`;
const PROCESSED = `
  SELECT event_id, tenant_id, event_type, payload::text AS content, stages::text AS stages, customer_id, received_at,
    processed_at, occurred_at, to_json(alert_ids) AS alert_ids, duplicate_of, amount::text, comparable, currency, direction,
    method, channel
  FROM pipeline.processed_events WHERE NOT recorded AND event_id <> ALL($1) LIMIT ${AT_ONCE}`;
const ARE_RECORDED = {
  inbox: 'UPDATE pipeline.inbox SET recorded = true WHERE event_id = ANY($1)',
  processed: 'UPDATE pipeline.processed_events SET recorded = true WHERE tenant_id = $1 AND event_id = ANY($2)',
};
/** What the erasure of a customer leaves of a payload. */
const ERASED = '{}';

export interface OlderEventsParts {
  database: Database;
  /** with personal data in clear */
  events: EventStore;
  logger: Logger;
}

interface InboxRow {
  event_id: string;
  tenant_id: string;
  event_type: EventType;
  content: string;
  customer_id: string | null;
  received_at: Date;
}

interface ProcessedRow extends InboxRow, Omit<CountedTransaction, 'amount' | 'comparable'> {
  stages: string;
  customer_id: string;
  processed_at: Date;
  occurred_at: Date;
  alert_ids: string[];
  duplicate_of: string | null;
  amount: string | null;
  comparable: boolean | null;
}

interface WaitingRow extends InboxRow, Record<string, unknown> {
  subject: string;
  actor: string | null;
  actor_name: string | null;
  attempts: number;
  last_error: string | null;
  /** null: it was not */
  set_aside_at: Date | null;
}

/**
 * Makes events of the event store of events that an older version accepted and processed, some at a time. It can end
 * anywhere, and begin again: then some are recorded twice, which has no effect.
 *
 * @param rejected the ids of events that the event store rejected, which are not tried again; more may be added
 * @returns how many it recorded; undefined: another instance does it
 */
export async function recordOlderEvents(
  parts: OlderEventsParts,
  signal: AbortSignal,
  rejected = new Set<string>(),
): Promise<number | undefined> {
  const lock = await parts.database.tryLock('record older events');
  if (!lock) return undefined;
  try {
    const rejectedBefore = rejected.size;
    let found = 0;
    for (const record of [recordWaiting, recordProcessed]) {
      for (let some = AT_ONCE; some === AT_ONCE && !signal.aborted && !lock.lost.aborted; found += some) {
        some = await record(parts, rejected);
      }
    }
    const recorded = found - (rejected.size - rejectedBefore);
    if (recorded > 0)
      parts.logger.info({ events: recorded }, 'accepted events of an earlier version are in events now');
    return recorded;
  } finally {
    lock.release();
  }
}

/** The rows are there already, so nothing is projected. They count as recorded when all events about them are stored. */
async function recordWaiting(parts: OlderEventsParts, rejected: Set<string>): Promise<number> {
  const { database } = parts;
  const { rows } = await database.query<WaitingRow>(WAITING, [[...rejected]]);
  for (const some of inParts<WaitingRow>(
    rows,
    ({ tenant_id }) => tenant_id,
    ({ content }) => content.length,
  )) {
    const ids = some.map(({ event_id }) => event_id);
    const first = eventsAccepted(some.map(placedWaiting)).map((accepted) => accepted.first);
    if (await append(parts, [...first, ...some.flatMap(setAside)], ids, rejected))
      await database.query(ARE_RECORDED.inbox, [ids]);
  }
  return rows.length;
}

async function recordProcessed(parts: OlderEventsParts, rejected: Set<string>): Promise<number> {
  const { database } = parts;
  const { rows } = await database.query<ProcessedRow & Record<string, unknown>>(PROCESSED, [[...rejected]]);
  for (const some of inParts<ProcessedRow>(rows, ({ tenant_id }) => tenant_id, lengthOf)) {
    const { tenant_id } = some[0]!;
    const ids = some.map(({ event_id }) => event_id);
    const accepted = eventsAccepted(some.map(placedOf)).map(({ first }) => first);
    const processed = inOwnStream({ type: 'EventsProcessed', data: { tenant_id, events: some.map(itemOf) } });
    if (await append(parts, [...accepted, processed], ids, rejected))
      await database.query(ARE_RECORDED.processed, [tenant_id, ids]);
  }
  return rows.length;
}

/** Returns whether the events are stored now. If the store rejects them, they are not tried again. */
async function append(
  { events, logger }: OlderEventsParts,
  first: FirstEvent[],
  ids: string[],
  rejected: Set<string>,
): Promise<boolean> {
  try {
    for (const one of first) await events.beginStreams([one], () => Promise.resolve());
    return true;
  } catch (err) {
    if (!(err instanceof AppendRejected)) throw err;
    for (const id of ids) rejected.add(id);
    logger.error(
      { err, events: ids },
      'the event store rejected events of an earlier version; a rebuild will lack them',
    );
    return false;
  }
}

function placedWaiting(row: WaitingRow): PlacedEvent {
  const { event_id, tenant_id, event_type, received_at, actor, actor_name, content, subject, customer_id } = row;
  const sender = { ...(actor !== null && { actor }), ...(actor_name !== null && { actor_name }) };
  const event = { event_id, tenant_id, event_type, received_at, ...sender };
  return { event, content, subject, customerId: customer_id ?? undefined };
}

function setAside({ event_id, tenant_id, customer_id, attempts, last_error, set_aside_at }: WaitingRow): FirstEvent[] {
  if (set_aside_at === null) return [];
  const of = customer_id === null ? {} : { customer_id };
  const content = JSON.stringify(last_error ?? '');
  const data = { tenant_id, events: [{ event_id, ...of, attempts, content }] };
  return [inOwnStream({ type: 'EventSetAside', data }, set_aside_at)];
}

const lengthOf = ({ content, stages }: ProcessedRow): number => content.length + stages.length;

/** An erased event has no content in the event store either. */
function placedOf({ event_id, tenant_id, event_type, received_at, content, customer_id }: ProcessedRow): PlacedEvent {
  const event = { event_id, tenant_id, event_type, received_at };
  return { event, content: content === ERASED ? undefined : content, subject: '', customerId: customer_id };
}

function itemOf(row: ProcessedRow): ProcessedEvent {
  const { event_id, event_type, customer_id, alert_ids, duplicate_of, content, stages } = row;
  return {
    event_id,
    event_type,
    customer_id,
    received_at: row.received_at.toISOString(),
    occurred_at: row.occurred_at.toISOString(),
    processed_at: row.processed_at.toISOString(),
    alert_ids,
    ...(duplicate_of !== null && { duplicate_of }),
    ...transactionOf(row),
    ...(content !== ERASED && { content: stages }),
  };
}

function transactionOf(row: ProcessedRow): Pick<ProcessedEvent, 'transaction'> {
  const { amount, comparable, currency, direction, method, channel } = row;
  if (amount === null) return {};
  return { transaction: { amount, comparable: comparable ?? true, currency, direction, method, channel } };
}
