import type { Sql } from '@probity/persistence/database';
import {
  type Checkpoint,
  type EventPlace,
  EventStore,
  type ReadBatch,
  type ReadOptions,
  type RecordedEvent,
} from './event-store';

/** An event store over another one, whose readers see the stored events in another form. */
export abstract class TranslatingEventStore extends EventStore {
  constructor(protected readonly below: EventStore) {
    super();
  }

  /**
   * Stored events as readers see them, in their order.
   *
   * @param sql for a reader that is in a transaction
   */
  protected abstract seen(events: RecordedEvent[], sql?: Sql): Promise<RecordedEvent[]>;

  get isAtomic(): boolean {
    return this.below.isAtomic;
  }

  async *readStream(stream: string, options?: ReadOptions): AsyncIterable<RecordedEvent[]> {
    for await (const chunk of this.below.readStream(stream, options)) yield await this.seen(chunk);
  }

  async lastEvent(stream: string): Promise<RecordedEvent | undefined> {
    const last = await this.below.lastEvent(stream);
    return last && (await this.seen([last]))[0];
  }

  listStreams(prefix: string): AsyncIterable<string> {
    return this.below.listStreams(prefix);
  }

  hasPlace(checkpoint: Checkpoint): Promise<boolean> {
    return this.below.hasPlace(checkpoint);
  }

  heldBack<Place extends EventPlace>(events: Place[]): Promise<Place[]> {
    return this.below.heldBack(events);
  }

  subscribe(...parameters: Parameters<EventStore['subscribe']>): AsyncIterable<ReadBatch> {
    return this.seenBatches(this.below.subscribe(...parameters));
  }

  readToEnd(...parameters: Parameters<EventStore['readToEnd']>): AsyncIterable<ReadBatch> {
    return this.seenBatches(this.below.readToEnd(...parameters));
  }

  private async *seenBatches(batches: AsyncIterable<ReadBatch>): AsyncIterable<ReadBatch> {
    for await (const batch of batches) yield { ...batch, events: await this.seen(batch.events) };
  }
}
