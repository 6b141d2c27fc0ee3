import type { EventLog } from '@probity/event-store/eventstoredb/testing/stand-in/event-log';
import type { Database } from '@probity/persistence/database';
import type { StoredEvent } from '../stored-events';
import { tamper } from '../stored-state';

/** The stored events of whole streams, which a person with the event store can read and replace. */
export interface StoredStreams {
  read(stream: string): Promise<StoredEvent[]>;
  write(stream: string, events: StoredEvent[]): Promise<void>;
}

export class PostgresStreams implements StoredStreams {
  constructor(private readonly owner: Database) {}

  async read(stream: string): Promise<StoredEvent[]> {
    const { rows } = await this.owner.query<StoredEvent>(
      'SELECT revision::int AS revision, id, type, data, metadata FROM event_store.events WHERE stream = $1 ORDER BY revision',
      [stream],
    );
    return rows;
  }

  /** Events that stay at their revisions keep their positions in the log. */
  async write(stream: string, events: StoredEvent[]): Promise<void> {
    await tamper(this.owner, async (sql) => {
      await sql.query('DELETE FROM event_store.events WHERE stream = $1 AND revision <> ALL($2)', [
        stream,
        events.map(({ revision }) => revision),
      ]);
      await sql.query(
        `INSERT INTO event_store.events (stream, revision, id, type, data, metadata)
         SELECT $1, e.* FROM unnest($2::bigint[], $3::uuid[], $4::text[], $5::text[], $6::text[]) AS e
         ON CONFLICT (stream, revision) DO UPDATE
         SET id = excluded.id, type = excluded.type, data = excluded.data, metadata = excluded.metadata`,
        [stream, ...columns(events)],
      );
    });
  }
}

const columns = (events: StoredEvent[]): unknown[][] =>
  (['revision', 'id', 'type', 'data', 'metadata'] as const).map((column) => events.map((event) => event[column]));

/** Probity's id of an event is in its metadata. */
export class StandInStreams implements StoredStreams {
  constructor(private readonly log: EventLog) {}

  async read(stream: string): Promise<StoredEvent[]> {
    return this.log.storedEvents(stream).map(({ revision, type, data, metadata }) => {
      const { id, ...others } = JSON.parse(Buffer.from(metadata).toString()) as { id: string };
      const cause = Object.keys(others).length > 0 ? JSON.stringify(others) : null;
      return { revision: Number(revision), id, type, data: Buffer.from(data).toString(), metadata: cause };
    });
  }

  async write(stream: string, events: StoredEvent[]): Promise<void> {
    this.log.rewrite(
      stream,
      events.map(({ revision, id, type, data, metadata }) => ({
        revision: BigInt(revision),
        id,
        type,
        data: Buffer.from(data),
        metadata: Buffer.from(JSON.stringify({ ...(JSON.parse(metadata ?? '{}') as object), id })),
      })),
    );
  }
}
