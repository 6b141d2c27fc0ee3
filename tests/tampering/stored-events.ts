import { ledgerStream } from '@probity/contracts/ledger/events';
import type { Sql } from '@probity/persistence/database';

export interface StoredEvent {
  revision: number;
  id: string;
  type: string;
  /** JSON text */
  data: string;
  /** JSON text; null when the cause is unknown */
  metadata?: string | null;
}

type Column = 'stream' | 'revision' | 'id' | 'type' | 'data' | 'metadata';

/** Reads and writes the rows of one ledger's events directly, without the event store. */
export class StoredEvents {
  private readonly stream: string;

  constructor(
    private readonly sql: Sql,
    ledgerId: string,
  ) {
    this.stream = ledgerStream(ledgerId);
  }

  async all(): Promise<StoredEvent[]> {
    const { rows } = await this.sql.query<StoredEvent>(
      'SELECT revision::int AS revision, id, type, data, metadata FROM event_store.events WHERE stream = $1 ORDER BY revision',
      [this.stream],
    );
    return rows;
  }

  async at(revision: number): Promise<StoredEvent> {
    return (await this.all()).find((event) => event.revision === revision)!;
  }

  /** Returns the parsed data of the event. */
  async dataAt(revision: number): Promise<any> {
    return JSON.parse((await this.at(revision)).data);
  }

  async set(revision: number, column: Column, value: unknown): Promise<void> {
    await this.sql.query(`UPDATE event_store.events SET ${column} = $3 WHERE stream = $1 AND revision = $2`, [
      this.stream,
      revision,
      value,
    ]);
  }

  setData(revision: number, data: unknown): Promise<void> {
    return this.set(revision, 'data', JSON.stringify(data));
  }

  async append(event: StoredEvent): Promise<void> {
    await this.sql.query(
      'INSERT INTO event_store.events (stream, revision, id, type, data) VALUES ($1, $2, $3, $4, $5)',
      [this.stream, event.revision, event.id, event.type, event.data],
    );
  }

  async deleteFrom(first: number, last = first): Promise<void> {
    await this.sql.query('DELETE FROM event_store.events WHERE stream = $1 AND revision BETWEEN $2 AND $3', [
      this.stream,
      first,
      last,
    ]);
  }

  /** Moves the events after a deleted one down by one revision, so that there is no gap. */
  async closeGapAt(revision: number): Promise<void> {
    for (const event of await this.all()) {
      if (event.revision > revision) await this.set(event.revision, 'revision', event.revision - 1);
    }
  }
}
