import type { DeadEvent } from '@probity/contracts/pipeline/ingestion-events';
import type { EventStore } from '@probity/event-store/event-store';
import type { Sql } from '@probity/persistence/database';
import type { Clock } from '@probity/platform/clock';
import { inOwnStream } from '../ingestion/in-own-stream';
import type { PendingEvent } from './claim';
import type { Failed } from './put-off';

const SET_ASIDE = `
  UPDATE pipeline.inbox SET status = 'dead', attempts = $2, last_error = $3, due_at = $4 WHERE event_id = $1`;

/** Declares an event dead, if it is. Officers see it and can rerun it, and the events behind it continue. */
export async function setAsideEvent(
  { events, now }: { events: EventStore; now: Clock },
  { event_id, tenant_id, customer_id }: PendingEvent,
  { isDead, attempts, reason }: Failed,
): Promise<void> {
  if (!isDead) return;
  const at = now();
  const item: DeadEvent = { event_id, ...(customer_id && { customer_id }), attempts, content: JSON.stringify(reason) };
  const first = inOwnStream({ type: 'EventSetAside', data: { tenant_id, events: [item] } }, at);
  await events.beginStreams([first], (sql) => markDead(sql, item, at.toISOString()));
}

/** @param at ISO time */
export async function markDead(sql: Sql, { event_id, attempts, content }: DeadEvent, at: string): Promise<void> {
  const reason = content === undefined ? null : (JSON.parse(content) as string);
  await sql.query(SET_ASIDE, [event_id, attempts, reason, at]);
}
