import type { Origin } from './origin';

/** The read side in Postgres does not belong to the configured event store. */
export class OtherEventStore extends Error {
  constructor(
    private readonly belongsTo: Origin,
    private readonly used: Origin,
    database = 'the database at DATABASE_URL',
    alternative = 'set DATABASE_URL to the database of the event store that you want to use',
  ) {
    const way =
      belongsTo.kind === 'postgres' ? 'remove EVENTSTORE_URL' : 'set EVENTSTORE_URL to the event store of the database';
    super(
      `${database} belongs to ${describe(belongsTo)}, but this start would use ${describe(used)}; ` +
        `${way}, or ${alternative}`,
    );
    this.name = 'OtherEventStore';
  }

  /** Returns the error for the embedded Postgres of a data directory, which has no DATABASE_URL. */
  inDataDirectory(path: string): OtherEventStore {
    const alternative = 'set PROBITY_DATA_DIR to the data directory of the event store that you want to use';
    return new OtherEventStore(this.belongsTo, this.used, `the database in ${path}`, alternative);
  }
}

function describe({ kind, id, address, witness }: Origin): string {
  if (kind === 'postgres') return 'the events in Postgres itself (no EVENTSTORE_URL)';
  const where = address === null ? 'an EventStoreDB' : `the EventStoreDB at ${address}`;
  if (witness !== null) return `${where} that has the stream ${witness}`;
  return id === null ? where : `${where} (store ${id})`;
}
