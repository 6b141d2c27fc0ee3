import type { Sql } from '@probity/persistence/database';
import { refuseDamaged } from '../damaged';
import {
  type EventStore,
  type FirstEvent,
  type InlineProjection,
  type NewEvent,
  type ReadOptions,
  type RecordedEvent,
  StreamCutOff,
} from '../event-store';
import { TranslatingEventStore } from '../translating-event-store';
import { type EventAuthentication, withoutMac } from './event-authentication';

/**
 * An event store that adds a MAC to each event of the service's own streams, and checks it when the event is read. The
 * guarantees are those of the store below. An event that is not authentic is read without data.
 */
export class AuthenticatingEventStore extends TranslatingEventStore {
  constructor(
    below: EventStore,
    private readonly authentication: EventAuthentication,
  ) {
    super(below);
  }

  async append(
    stream: string,
    expectedRevision: number,
    events: NewEvent[],
    projection: InlineProjection,
  ): Promise<RecordedEvent[]> {
    if (!this.authentication.covers(stream)) return this.below.append(stream, expectedRevision, events, projection);
    const signed = events.map((event, n) => this.authentication.sign(stream, expectedRevision + 1 + n, event));
    const recorded = await this.below.append(stream, expectedRevision, signed, this.checked(projection, signed));
    return recorded.map(withoutMac);
  }

  override async beginStreams(first: FirstEvent[], projection: InlineProjection): Promise<Set<string>> {
    const signed = first.map(({ stream, event }) =>
      this.authentication.covers(stream) ? this.authentication.sign(stream, 0, event) : event,
    );
    const below = first.map(({ stream }, index) => ({ stream, event: signed[index]! }));
    return this.below.beginStreams(below, this.checked(projection, signed));
  }

  /**
   * Yields the events before a gap, too.
   *
   * @throws StreamCutOff when an event of a stream with MACs is missing: a gap is no work of Probity
   */
  override async *readStream(stream: string, options?: ReadOptions): AsyncIterable<RecordedEvent[]> {
    const isCovered = this.authentication.covers(stream);
    let next = options?.from ?? 0;
    for await (const chunk of super.readStream(stream, options)) {
      const gap = isCovered ? chunk.findIndex(({ revision }) => revision !== next++) : -1;
      if (gap === -1) {
        yield chunk;
        continue;
      }
      if (gap > 0) yield chunk.slice(0, gap);
      throw new StreamCutOff(stream, missing(next - 1));
    }
  }

  protected seen(events: RecordedEvent[], sql?: Sql): Promise<RecordedEvent[]> {
    return this.authentication.check(events, sql);
  }

  /** The projection of a store may get further events: earlier ones that the read side lacks. */
  private checked(projection: InlineProjection, signed: NewEvent[]): InlineProjection {
    const own = new Set(signed.map(({ metadata }) => metadata));
    return async (sql: Sql, events: RecordedEvent[], atomic: boolean) => {
      const areOwn = events.every(({ metadata }) => metadata !== undefined && own.has(metadata));
      const seen = areOwn ? events.map(withoutMac) : await this.authentication.check(events, sql);
      refuseDamaged(seen);
      await projection(sql, seen, atomic);
    };
  }
}

const missing = (revision: number): string =>
  revision === 0 ? 'its first events are missing' : `the event at revision ${revision} is missing`;
