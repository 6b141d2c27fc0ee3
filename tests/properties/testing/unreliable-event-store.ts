import {
  type Checkpoint,
  type EventPlace,
  EventStore,
  type InlineProjection,
  type NewEvent,
  type ReadBatch,
  type RecordedEvent,
} from '@probity/event-store/event-store';

/** An event store that loses the connection before or after the next appends, as often as a test sets. */
export class UnreliableEventStore extends EventStore {
  appends: { expected: number; ids: string[] }[] = [];
  failBefore = 0;
  failAfter = 0;
  readonly isAtomic = true;

  constructor(private readonly real: EventStore) {
    super();
  }

  async append(
    stream: string,
    expected: number,
    events: NewEvent[],
    projection: InlineProjection,
  ): Promise<RecordedEvent[]> {
    this.appends.push({ expected, ids: events.map((event) => event.id) });
    if (this.failBefore > 0) {
      this.failBefore--;
      throw new Error('connection lost before the append');
    }
    const recorded = await this.real.append(stream, expected, events, projection);
    if (this.failAfter > 0) {
      this.failAfter--;
      throw new Error('connection lost after the append');
    }
    return recorded;
  }

  readStream(...parameters: Parameters<EventStore['readStream']>): AsyncIterable<RecordedEvent[]> {
    return this.real.readStream(...parameters);
  }

  lastEvent(stream: string): Promise<RecordedEvent | undefined> {
    return this.real.lastEvent(stream);
  }

  listStreams(prefix: string): AsyncIterable<string> {
    return this.real.listStreams(prefix);
  }

  subscribe(...parameters: Parameters<EventStore['subscribe']>): AsyncIterable<ReadBatch> {
    return this.real.subscribe(...parameters);
  }

  hasPlace(checkpoint: Checkpoint): Promise<boolean> {
    return this.real.hasPlace(checkpoint);
  }

  heldBack<Place extends EventPlace>(events: Place[]): Promise<Place[]> {
    return this.real.heldBack(events);
  }

  readToEnd(...parameters: Parameters<EventStore['readToEnd']>): AsyncIterable<ReadBatch> {
    return this.real.readToEnd(...parameters);
  }
}
