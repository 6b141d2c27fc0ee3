import {
  type Checkpoint,
  type EventPlace,
  EventStore,
  type FirstEvent,
  type InlineProjection,
  type NewEvent,
  type ReadBatch,
  type ReadOptions,
  type RecordedEvent,
  WrongExpectedRevision,
} from '../event-store';
import { projectStream } from '../project-stream';
import type { Database } from '@probity/persistence/database';

type When = (stream: string) => boolean | Promise<boolean>;
const never: When = () => false;

/** True only for the first call. */
export function once(): When {
  let isOver = false;
  return () => !isOver && (isOver = true);
}

/** The streams at which a simulated process dies, and at which step. All instances of a test share them. */
export class Faults {
  /** streams to which another writer is always faster */
  overtake: When = never;
  /** before it appends to the stream */
  dieBefore: When = never;
  /** after it appended to the stream, before the caller gets the result */
  dieAfter: When = never;
  /** between the append and its projection, if these are two steps */
  dieUnprojected: When = never;
  /** called with every stream that is read, and with what is read of it; without a range it is the last event */
  onRead: (stream: string, range?: ReadOptions) => unknown = () => {};

  clear(): void {
    this.overtake = this.dieBefore = this.dieAfter = this.dieUnprojected = never;
    this.onRead = () => {};
  }
}

/** An event store that fails at the steps that a test chooses, as if the process died there. */
export class FaultyEventStore extends EventStore {
  /**
   * @param isAtomic false: appends and projects in two transactions, as with EventStoreDB
   */
  constructor(
    private readonly real: EventStore,
    private readonly database: Database,
    private readonly faults: Faults,
    readonly isAtomic = true,
  ) {
    super();
  }

  async append(
    stream: string,
    expected: number,
    events: NewEvent[],
    projection: InlineProjection,
  ): Promise<RecordedEvent[]> {
    if (await this.faults.overtake(stream)) throw new WrongExpectedRevision(stream, expected);
    if (await this.faults.dieBefore(stream)) throw new Error('died before the append');
    const recorded = this.isAtomic
      ? await this.real.append(stream, expected, events, projection)
      : await this.appendInTwoSteps(stream, expected, events, projection);
    if (await this.faults.dieAfter(stream)) throw new Error('died after the append');
    return recorded;
  }

  override async beginStreams(first: FirstEvent[], projection: InlineProjection): Promise<Set<string>> {
    if (!this.isAtomic) return super.beginStreams(first, projection);
    const free: FirstEvent[] = [];
    for (const one of first) {
      if (await this.faults.dieBefore(one.stream)) throw new Error('died before the append');
      if (!(await this.faults.overtake(one.stream))) free.push(one);
    }
    const begun = await this.real.beginStreams(free, projection);
    for (const { stream } of first) {
      if (await this.faults.dieAfter(stream)) throw new Error('died after the append');
    }
    return begun;
  }

  readStream(...parameters: Parameters<EventStore['readStream']>): AsyncIterable<RecordedEvent[]> {
    this.faults.onRead(parameters[0], parameters[1] ?? {});
    return this.real.readStream(...parameters);
  }

  lastEvent(stream: string): Promise<RecordedEvent | undefined> {
    this.faults.onRead(stream);
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

  private async appendInTwoSteps(
    stream: string,
    expected: number,
    events: NewEvent[],
    projection: InlineProjection,
  ): Promise<RecordedEvent[]> {
    const recorded = await this.real.append(stream, expected, events, async () => {});
    if (await this.faults.dieUnprojected(stream)) throw new Error('died between the append and its projection');
    await projectStream(this.real, this.database, projection, recorded);
    return recorded;
  }
}
