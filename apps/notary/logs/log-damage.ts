import { EventDamaged } from '@probity/event-store/damaged';
import { AppendRejected, ReadSideBehind, StreamCutOff } from '@probity/event-store/event-store';
import { ProjectionIncomplete, StreamWasDeleted } from '@probity/event-store/eventstoredb/failures';
import { isDataFailure } from '@probity/persistence/failures';
import { CheckpointKeyUnreadable } from '../keys/checkpoint-key-unreadable';

/** The stream of a log contradicts what was signed, or what the read side has of it. */
export class LogContradicts extends Error {}

const OF_EVENTS = [
  CheckpointKeyUnreadable,
  EventDamaged,
  LogContradicts,
  ReadSideBehind,
  StreamCutOff,
  StreamWasDeleted,
];

/**
 * Whether the events of a log, or of its key, are the cause of a failure, so that it stays and concerns only this log. They
 * are not if a database was unavailable, or if another process was faster: then a retry decides.
 */
export function isDamage(error: unknown): error is Error {
  if (error instanceof AppendRejected || error instanceof ProjectionIncomplete) return isDamage(error.cause);
  return OF_EVENTS.some((kind) => error instanceof kind) || isDataFailure(error);
}
