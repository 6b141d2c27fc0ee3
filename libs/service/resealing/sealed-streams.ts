import type { Aggregate, DomainEvent } from '@probity/event-store/aggregate';
import type { AggregateStore } from '@probity/event-store/aggregate-store';
import { EventDamaged } from '@probity/event-store/damaged';
import type { Database } from '@probity/persistence/database';
import { keyNamedIn, type Sealer } from '@probity/platform/sealing';
import { countSealed, MAX_REPORTED, type Resealed, type SealedSecrets } from './sealed-secrets';

const MAX_IDS = 200;
/** As `keyNamedIn` returns it. */
const UNKNOWN = '';

interface Description<State, Event extends DomainEvent> {
  name: string;
  store: AggregateStore;
  database: Database;
  aggregate: Aggregate<State, Event>;
  /** the table with a row for each object that may have secrets */
  table: string;
  /** the column of the table with the id of the object, and its type */
  id: { column: string; type: string };
  /** the condition of the rows that have secrets */
  where?: string;
  /** the column that repeats the only secret; without one, the events are counted */
  column?: string;
  /** the secrets of an object, base64, each with what it is sealed for */
  secretsOf: (state: State) => { sealed: string; context: string }[];
  /** the events that replace the secrets, in their order; a secret that the current key sealed is the same as before */
  resealed: (state: State, secrets: string[]) => Event | Event[];
}

/** Sealed secrets in events. An event cannot change, so the secret under the current key is in an event of its own. */
export class SealedStreams<State, Event extends DomainEvent> implements SealedSecrets {
  readonly name: string;
  readonly key = 'master';

  constructor(
    readonly sealer: Sealer,
    private readonly of: Description<State, Event>,
  ) {
    this.name = of.name;
  }

  async count(): Promise<Map<string, number>> {
    const { database, table, column, where } = this.of;
    if (column !== undefined) return countSealed(database, { table, column, ...(where && { where }) });
    const counts = new Map<string, number>();
    for await (const id of this.ids()) {
      for (const key of await this.keysOf(id)) counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    return counts;
  }

  async reseal(signal: AbortSignal): Promise<Resealed> {
    const done: Resealed = { resealed: 0, unreadable: [] };
    for await (const id of this.ids()) {
      if (signal.aborted) break;
      try {
        done.resealed += await this.resealOne(id);
      } catch (error) {
        if (!(error instanceof NotOpened || error instanceof EventDamaged)) throw error;
        const cause = error instanceof NotOpened ? error.cause : error;
        if (done.unreadable.length < MAX_REPORTED) done.unreadable.push({ id, error: cause });
      }
    }
    return done;
  }

  /** The names of the keys that sealed the secrets of an object. That of an object with a damaged event is unknown. */
  private async keysOf(id: string): Promise<string[]> {
    const { store, aggregate, secretsOf } = this.of;
    try {
      const loaded = await store.load(aggregate, id);
      return loaded ? secretsOf(loaded.state).map(({ sealed }) => keyNamedIn(Buffer.from(sealed, 'base64'))) : [];
    } catch (error) {
      if (error instanceof EventDamaged) return [UNKNOWN];
      throw error;
    }
  }

  /** Returns how many secrets of the object the current key had not sealed. */
  private async resealOne(id: string): Promise<number> {
    const { store, aggregate, secretsOf, resealed } = this.of;
    const { decided } = await store.change(aggregate, id, (loaded) => {
      const secrets = (loaded ? secretsOf(loaded.state) : []).map(({ sealed, context }) => ({
        context,
        sealed: Buffer.from(sealed, 'base64'),
      }));
      const left = secrets.filter(({ sealed }) => !this.sealer.isCurrent(sealed)).length;
      if (left === 0) return undefined;
      const renewed = secrets.map((secret) => this.renewed(secret).toString('base64'));
      return { events: [resealed(loaded!.state, renewed)].flat() as Event[], left };
    });
    return decided?.left ?? 0;
  }

  private renewed({ sealed, context }: { sealed: Buffer; context: string }): Buffer {
    if (this.sealer.isCurrent(sealed)) return sealed;
    try {
      return this.sealer.reseal(sealed, context);
    } catch (cause) {
      throw new NotOpened(undefined, { cause });
    }
  }

  /** The read side may be behind, so it only says which objects there are. It may have several rows of one. */
  private async *ids(): AsyncIterable<string> {
    const { database, table, id, where = 'true' } = this.of;
    const text = `
      SELECT ${id.column}::text AS id FROM ${table}
      WHERE (${where}) AND ($1::text IS NULL OR ${id.column} > $1::text::${id.type})
      GROUP BY ${id.column} ORDER BY ${id.column} LIMIT ${MAX_IDS}`;
    let after: string | null = null;
    for (;;) {
      const { rows }: { rows: { id: string }[] } = await database.query<{ id: string }>(text, [after]);
      if (rows.length === 0) return;
      yield* rows.map((row) => row.id);
      after = rows.at(-1)!.id;
    }
  }
}

class NotOpened extends Error {}
