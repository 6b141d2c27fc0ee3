import type { DeadEvent } from '@probity/contracts/pipeline/ingestion-events';
import type { EventStore } from '@probity/event-store/event-store';
import type { Database, Sql } from '@probity/persistence/database';
import { causedBy } from '@probity/platform/caused-by';
import type { Clock } from '@probity/platform/clock';
import { inOwnStream } from '../ingestion/in-own-stream';
import type { PendingEvent } from './claim';
import type { Failed } from './put-off';

const HAS_CLAIM = 'SELECT FROM pipeline.subjects WHERE subject = $1 AND claim = $2 FOR UPDATE';
/** An officer who reran it meanwhile has the last word. */
const SET_ASIDE = `
  UPDATE pipeline.inbox i SET status = 'dead', attempts = $2, last_error = $3, due_at = $4
  WHERE i.event_id = $1 AND i.status = 'pending' AND NOT EXISTS (
    SELECT FROM pipeline.audit_events a
    WHERE a.tenant_id = i.tenant_id AND a.subject_type = 'event' AND a.subject_id = i.event_id::text
      AND a.action = 'event.rerun' AND a.at > $4)`;

/** Another process has the claim of the subject now, and decides about its events. */
class ClaimLost extends Error {}

/**
 * Declares an event dead, if it is, and this process still has the claim of its subject. Officers see it and can rerun it,
 * and the events behind it continue.
 *
 * Not guaranteed with events in EventStoreDB: that no other process took over the subject between the look at the claim
 * and the append.
 *
 * @param token of the claim
 */
export async function setAsideEvent(
  { events, database, now }: { events: EventStore; database: Database; now: Clock },
  token: string,
  { event_id, tenant_id, customer_id, subject }: PendingEvent,
  { isDead, attempts, reason }: Failed,
): Promise<void> {
  if (!isDead) return;
  const hasClaim = async (sql: Sql): Promise<boolean> => (await sql.query(HAS_CLAIM, [subject, token])).rowCount === 1;
  if (!(await hasClaim(database))) return;
  const at = now();
  const item: DeadEvent = { event_id, ...(customer_id && { customer_id }), attempts, content: JSON.stringify(reason) };
  const first = inOwnStream({ type: 'EventSetAside', data: { tenant_id, events: [item] } }, at);
  try {
    await events.beginStreams([first], async (sql) => {
      if (!(await hasClaim(sql))) throw new ClaimLost('another process took over the customer');
      await markDead(sql, item, at.toISOString());
    });
  } catch (error) {
    if (!causedBy(error, ClaimLost)) throw error;
  }
}

/** @param at ISO time */
export async function markDead(sql: Sql, { event_id, attempts, content }: DeadEvent, at: string): Promise<void> {
  const reason = content === undefined ? null : (JSON.parse(content) as string);
  await sql.query(SET_ASIDE, [event_id, attempts, reason, at]);
}
