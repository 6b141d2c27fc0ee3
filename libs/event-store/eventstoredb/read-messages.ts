import type { ReadResp } from '@eventstore/db-client/generated/streams_pb';
import type { Checkpoint, RecordedEvent } from '../event-store';
import { toCheckpoint } from './checkpoint';
import { type StoredEvent, toRecordedEvent } from './stored-event';

/** The events in the messages of a read. */
export function eventsIn(messages: ReadResp[], wanted: (stored: StoredEvent) => boolean = () => true): RecordedEvent[] {
  return messages
    .flatMap((message) => message.getEvent()?.getEvent() ?? [])
    .filter(wanted)
    .map(toRecordedEvent);
}

/** The position after these messages: that of the last event, or of a checkpoint that the server sent. */
export function lastCheckpoint(messages: ReadResp[]): Checkpoint | undefined {
  for (const message of messages.toReversed()) {
    const place = message.getCheckpoint() ?? message.getEvent()?.getEvent();
    if (place) return toCheckpoint({ commit: place.getCommitPosition(), prepare: place.getPreparePosition() });
  }
  return undefined;
}
