import type { Sql } from '@probity/persistence/database';
import { isProcessed } from '../processing/indexed-reads';
import type { PlacedEvent } from './new-event';

/**
 * Skips an event that was processed before, and a redelivered event that is still in the inbox. For a NOT EXISTS,
 * Postgres may read all processed events. JSON has no line breaks: JSON.stringify escapes them, so lines of JSON are one
 * text.
 */
const INSERT = `
  INSERT INTO pipeline.inbox (event_id, tenant_id, event_type, payload, subject, customer_id, status, due_at, received_at,
    actor, actor_name, recorded)
  SELECT n.event_id, n.tenant_id, n.event_type, n.payload::json, n.subject, n.customer_id, 'pending', coalesce($10::timestamptz, now()),
    n.received_at, n.actor, n.actor_name, true
  FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::uuid[], $6::timestamptz[], $7::text[], $8::text[],
      string_to_array($9, E'\\n'))
    WITH ORDINALITY AS n (event_id, tenant_id, event_type, subject, customer_id, received_at, actor, actor_name,
      payload, place)
  WHERE (${isProcessed('n')}) IS NULL
  ORDER BY n.place
  ON CONFLICT (event_id) DO NOTHING`;

/**
 * Puts events that are in the event store into the inbox. Returns how many were not there before.
 *
 * @param due when they are processed at the earliest; default: now
 */
export async function insertEvents(sql: Sql, placed: PlacedEvent[], due: string | Date | null = null): Promise<number> {
  if (placed.length === 0) return 0;
  const events = placed.map(({ event }) => event);
  const { rowCount } = await sql.query(INSERT, [
    events.map(({ event_id }) => event_id),
    events.map(({ tenant_id }) => tenant_id),
    events.map(({ event_type }) => event_type),
    placed.map(({ subject }) => subject),
    placed.map(({ customerId }) => customerId ?? null),
    events.map(({ received_at }) => received_at),
    events.map(({ actor }) => actor ?? null),
    events.map(({ actor_name }) => actor_name ?? null),
    placed.map(({ content }) => content).join('\n'),
    due,
  ]);
  return rowCount ?? 0;
}
