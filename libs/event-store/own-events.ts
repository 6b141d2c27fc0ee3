import { type EventStore, NO_STREAM, type RecordedEvent, StreamCutOff } from './event-store';

/**
 * The events of a stream that Probity wrote, and the revision of the stream.
 *
 * @param onlyLast only the last one of them
 * @throws StreamCutOff when the stream does not begin with its first event
 */
export async function ownEvents(
  store: EventStore,
  stream: string,
  onlyLast = false,
): Promise<{ events: RecordedEvent[]; revision: number }> {
  if (onlyLast) {
    const last = await store.lastEvent(stream);
    if (!last?.isForeign) return { events: last ? [last] : [], revision: last?.revision ?? NO_STREAM };
  }
  let events: RecordedEvent[] = [];
  let revision = NO_STREAM;
  for await (const chunk of store.readStream(stream)) {
    if (revision === NO_STREAM && chunk[0]!.revision > 0)
      throw new StreamCutOff(stream, 'its first events are missing');
    const own = chunk.filter(({ isForeign }) => !isForeign);
    if (!onlyLast) events.push(...own);
    else if (own.length > 0) events = own.slice(-1);
    revision = chunk.at(-1)!.revision;
  }
  return { events, revision };
}
