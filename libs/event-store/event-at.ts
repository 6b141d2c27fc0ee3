import { type EventStore, type RecordedEvent, StreamCutOff } from './event-store';

/** Reads one event; undefined when the store does not have it, or not any more. */
export async function eventAt(
  store: Pick<EventStore, 'readStream'>,
  stream: string,
  revision: number,
): Promise<RecordedEvent | undefined> {
  try {
    for await (const [event] of store.readStream(stream, { from: revision, to: revision })) return event;
  } catch (error) {
    if (!(error instanceof StreamCutOff)) throw error;
  }
  return undefined;
}
