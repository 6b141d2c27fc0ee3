import type { Origin } from './origin';

/** The read side in Postgres belongs to another event store than the one that is configured. */
export class OtherEventStore extends Error {
  constructor(belongsTo: Origin, used: Origin) {
    const way =
      belongsTo.kind === 'postgres'
        ? 'remove EVENTSTORE_URL'
        : 'set EVENTSTORE_URL to the event store that it belongs to';
    super(
      `the database at DATABASE_URL belongs to ${describe(belongsTo)}, but this start would use ${describe(used)}; ` +
        `${way}, or set DATABASE_URL to the database of the event store that you mean`,
    );
    this.name = 'OtherEventStore';
  }
}

function describe({ kind, id, address, witness }: Origin): string {
  if (kind === 'postgres') return 'the events in Postgres itself (no EVENTSTORE_URL)';
  const where = address === null ? 'an EventStoreDB' : `the EventStoreDB at ${address}`;
  if (witness !== null) return `${where} that has the stream ${witness}`;
  return id === null ? where : `${where} (store ${id})`;
}
