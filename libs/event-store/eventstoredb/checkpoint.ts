import type { Checkpoint } from '../event-store';

/** The position of an event in the log of the server. It consists of two numbers, as decimal digits. */
export interface Position {
  commit: string;
  prepare: string;
}

/** Uses the same text form as EventStoreDB's own tools. */
export function toCheckpoint({ commit, prepare }: Position): Checkpoint {
  return `C:${commit}/P:${prepare}`;
}

/** @throws Error when another event store wrote the checkpoint, because continuing from it would skip events */
export function fromCheckpoint(checkpoint: Checkpoint): Position {
  const [, commit, prepare] = /^C:(\d{1,20})\/P:(\d{1,20})$/.exec(checkpoint) ?? [];
  if (!commit || !prepare) {
    throw new Error(
      `the checkpoint "${checkpoint}" is not an EventStoreDB checkpoint, such as C:123/P:123; ` +
        'after a change of the event store, delete the checkpoint so that the reader starts from the beginning',
    );
  }
  return { commit, prepare };
}
