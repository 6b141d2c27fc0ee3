import type { Checkpoint } from '../event-store';

/** A place in the log of the whole server: the two positions of an event, as decimal digits. */
export interface Position {
  commit: string;
  prepare: string;
}

/** Written the way EventStoreDB's own tools write a position. */
export function toCheckpoint({ commit, prepare }: Position): Checkpoint {
  return `C:${commit}/P:${prepare}`;
}

/** @throws Error when another store wrote the checkpoint: going on from it would skip events */
export function fromCheckpoint(checkpoint: Checkpoint): Position {
  const [, commit, prepare] = /^C:(\d{1,20})\/P:(\d{1,20})$/.exec(checkpoint) ?? [];
  if (!commit || !prepare) {
    throw new Error(
      `the checkpoint "${checkpoint}" is not one of EventStoreDB, which look like C:123/P:123; ` +
        'after a change of the event store, readers start again from the beginning',
    );
  }
  return { commit, prepare };
}
