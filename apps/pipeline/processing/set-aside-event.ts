import type { DeadEvent } from '@probity/contracts/pipeline/ingestion-events';
import type { EventStore } from '@probity/event-store/event-store';
import { KeyUnusable } from '@probity/event-store/personal-data/data-keys';
import type { Database, Sql } from '@probity/persistence/database';
import { causedBy } from '@probity/platform/caused-by';
import type { Clock } from '@probity/platform/clock';
import { inOwnStream } from '../ingestion/in-own-stream';
import type { PendingEvent } from './claim';
import type { Failed } from './put-off';

const HAS_CLAIM = `
  SELECT FROM pipeline.subjects s
  WHERE s.subject = $1 AND s.claim = $2
    AND EXISTS (SELECT FROM pipeline.inbox i WHERE i.event_id = $3 AND i.status = 'pending')
  FOR UPDATE OF s`;
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
 * and the events behind it continue. If the key of its customer cannot be opened, its reason is only in the log.
 *
 * Not guaranteed with events in EventStoreDB: that no other process took over the subject between the look at the claim
 * and the append.
 *
 * @param token of the claim
 * @returns whether it did
 */
export async function setAsideEvent(
  { events, database, now }: { events: EventStore; database: Database; now: Clock },
  token: string,
  { event_id, tenant_id, customer_id, subject }: PendingEvent,
  { isDead, attempts, reason }: Failed,
): Promise<boolean> {
  if (!isDead) return false;
  const hasClaim = async (sql: Sql): Promise<boolean> =>
    (await sql.query(HAS_CLAIM, [subject, token, event_id])).rowCount === 1;
  if (!(await hasClaim(database))) return false;
  const at = now();
  const item: DeadEvent = { event_id, ...(customer_id && { customer_id }), attempts, content: JSON.stringify(reason) };
  const store = async (dead: DeadEvent): Promise<boolean> => {
    const first = inOwnStream({ type: 'EventSetAside', data: { tenant_id, events: [dead] } }, at);
    await events.beginStreams([first], async (sql) => {
      if (!(await hasClaim(sql))) throw new ClaimLost('another process took over the customer');
      await markDead(sql, dead, at.toISOString());
    });
    return true;
  };
  try {
    return await store(item).catch((error: unknown) => {
      if (!causedBy(error, KeyUnusable)) throw error;
      return store({ ...item, content: undefined });
    });
  } catch (error) {
    if (causedBy(error, ClaimLost)) return false;
    throw error;
  }
}

/** @param at ISO time */
export async function markDead(sql: Sql, { event_id, attempts, content }: DeadEvent, at: string): Promise<void> {
  const reason = content === undefined ? null : (JSON.parse(content) as string);
  await sql.query(SET_ASIDE, [event_id, attempts, reason, at]);
}
