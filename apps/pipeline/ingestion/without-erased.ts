import type { IngestionEvent } from '@probity/contracts/pipeline/ingestion-events';
import type { RecordedEvent } from '@probity/event-store/event-store';
import type { Sql } from '@probity/persistence/database';

const DESTROYED = 'SELECT subject FROM privacy.data_keys WHERE subject = ANY($1) AND destroyed_at IS NOT NULL';

/**
 * The events without the content whose key is destroyed. A process may have opened them with a key that it still has in
 * its memory.
 */
export async function withoutErased<Event extends RecordedEvent & IngestionEvent>(
  sql: Sql,
  events: Event[],
): Promise<Event[]> {
  const keyOf = ({ customer_id, event_id }: { customer_id?: string; event_id: string }) => customer_id ?? event_id;
  const keys = new Set(events.flatMap(({ data }) => data.events.map(keyOf)));
  if (keys.size === 0) return events;
  const { rows } = await sql.query<{ subject: string }>(DESTROYED, [[...keys]]);
  if (rows.length === 0) return events;
  const destroyed = new Set(rows.map(({ subject }) => subject));
  return events.map((event) => {
    const items = event.data.events.map((item) =>
      destroyed.has(keyOf(item)) ? { ...item, content: undefined } : item,
    );
    return { ...event, data: { ...event.data, events: items } };
  });
}
