import {
  EventStore,
  type InlineProjection,
  type NewEvent,
  type ReadBatch,
  type RecordedEvent,
} from '@probity/event-store/event-store';
import { projectStream } from '@probity/event-store/project-stream';
import type { Database } from '@probity/persistence/database';

type When = (stream: string) => boolean | Promise<boolean>;
const never: When = () => false;

/** An event store that fails where a test wants it to, as when the process dies there. */
export class FaultyEventStore extends EventStore {
  /** dies before it appends to such a stream */
  dieBefore: When = never;
  /** dies after it appended to such a stream, before anybody hears of it */
  dieAfter: When = never;
  /** like a store that is not in Postgres: dies between the append and its projection */
  dieUnprojected: When = never;

  /**
   * @param isAtomic false: appends and projects in two transactions, as over EventStoreDB
   */
  constructor(
    private readonly real: EventStore,
    private readonly database: Database,
    private readonly isAtomic = true,
  ) {
    super();
  }

  async append(
    stream: string,
    expected: number,
    events: NewEvent[],
    projection: InlineProjection,
  ): Promise<RecordedEvent[]> {
    if (await this.dieBefore(stream)) throw new Error('died before the append');
    const recorded = this.isAtomic
      ? await this.real.append(stream, expected, events, projection)
      : await this.appendInTwoSteps(stream, expected, events, projection);
    if (await this.dieAfter(stream)) throw new Error('died after the append');
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

  private async appendInTwoSteps(
    stream: string,
    expected: number,
    events: NewEvent[],
    projection: InlineProjection,
  ): Promise<RecordedEvent[]> {
    const recorded = await this.real.append(stream, expected, events, async () => {});
    if (await this.dieUnprojected(stream)) throw new Error('died between the append and its projection');
    await projectStream(this.real, this.database, projection, recorded);
    return recorded;
  }
}
