import type { CountedTransaction, ProcessedEvent } from '@probity/contracts/pipeline/ingestion-events';
import type { EventType } from '@probity/contracts/pipeline/views';
import type { EventStore } from '@probity/event-store/event-store';
import type { Database } from '@probity/persistence/database';
import type { Logger } from '@probity/platform/logging';
import { eventsAccepted } from './accepted-events';
import { inOwnStream } from './in-own-stream';
import { inParts } from './in-parts';
import type { PlacedEvent } from './new-event';

const AT_ONCE = 200;
const WAITING = `
  SELECT event_id, tenant_id, event_type, payload::text AS content, subject, customer_id, received_at, actor, actor_name
  FROM pipeline.inbox WHERE NOT recorded LIMIT ${AT_ONCE}`;
const PROCESSED = `
  SELECT event_id, tenant_id, event_type, payload::text AS content, stages::text AS stages, customer_id, received_at,
    processed_at, occurred_at, to_json(alert_ids) AS alert_ids, duplicate_of, amount::text, comparable, currency, direction,
    method, channel
  FROM pipeline.processed_events WHERE NOT recorded LIMIT ${AT_ONCE}`;
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

/**
 * Makes events of the event store of events that an older version accepted and processed, some at a time. It can end
 * anywhere, and begin again: then some are recorded twice, which has no effect.
 */
export async function recordOlderEvents(parts: OlderEventsParts, signal: AbortSignal): Promise<void> {
  const lock = await parts.database.tryLock('record older events');
  if (!lock) return; // another instance does it
  try {
    let recorded = 0;
    for (const record of [recordWaiting, recordProcessed]) {
      for (let some = AT_ONCE; some === AT_ONCE && !signal.aborted && !lock.lost.aborted; recorded += some) {
        some = await record(parts);
      }
    }
    if (recorded > 0)
      parts.logger.info({ events: recorded }, 'accepted events of an earlier version are in events now');
  } finally {
    lock.release();
  }
}

async function recordWaiting({ database, events }: OlderEventsParts): Promise<number> {
  type Row = InboxRow & { subject: string; actor: string | null; actor_name: string | null };
  const { rows } = await database.query<Row & Record<string, unknown>>(WAITING);
  const placed = rows.map(({ content, subject, customer_id, actor, actor_name, ...event }): PlacedEvent => {
    const sender = { ...(actor !== null && { actor }), ...(actor_name !== null && { actor_name }) };
    return { event: { ...event, ...sender }, content, subject, customerId: customer_id ?? undefined };
  });
  for (const { first, placed: some } of eventsAccepted(placed)) {
    const ids = some.map(({ event }) => event.event_id);
    await events.beginStreams([first], async (sql) => {
      await sql.query(ARE_RECORDED.inbox, [ids]);
    });
  }
  return rows.length;
}

async function recordProcessed({ database, events }: OlderEventsParts): Promise<number> {
  const { rows } = await database.query<ProcessedRow & Record<string, unknown>>(PROCESSED);
  for (const some of inParts<ProcessedRow>(rows, ({ tenant_id }) => tenant_id, lengthOf)) {
    const { tenant_id } = some[0]!;
    for (const { first } of eventsAccepted(some.map(placedOf))) await events.beginStreams([first], nothing);
    const first = inOwnStream({ type: 'EventsProcessed', data: { tenant_id, events: some.map(itemOf) } });
    const ids = some.map(({ event_id }) => event_id);
    await events.beginStreams([first], async (sql) => {
      await sql.query(ARE_RECORDED.processed, [tenant_id, ids]);
    });
  }
  return rows.length;
}

/** The rows are there already. */
const nothing = (): Promise<void> => Promise.resolve();

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
