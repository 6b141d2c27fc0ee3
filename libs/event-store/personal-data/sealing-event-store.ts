import type { Sql } from '@probity/persistence/database';
import type { EventStore, FirstEvent, InlineProjection, NewEvent, RecordedEvent } from '../event-store';
import { TranslatingEventStore } from '../translating-event-store';
import type { PersonalDataCodec, SealedEvent } from './personal-data-codec';

/**
 * An event store that keeps personal data sealed. Its users append and read events in clear; the store below it, its
 * files and its backups have them sealed. The guarantees are those of the store below.
 */
export class SealingEventStore extends TranslatingEventStore {
  constructor(
    below: EventStore,
    private readonly codec: PersonalDataCodec,
  ) {
    super(below);
  }

  async append(
    stream: string,
    expectedRevision: number,
    events: NewEvent[],
    projection: InlineProjection,
  ): Promise<RecordedEvent[]> {
    const sealed = await this.codec.seal(events.map((event) => ({ stream, event })));
    const stored = sealed.map((event) => event.stored);
    const recorded = await this.below.append(stream, expectedRevision, stored, this.clear(projection, sealed));
    return inClear(recorded, sealed);
  }

  override async beginStreams(first: FirstEvent[], projection: InlineProjection): Promise<Set<string>> {
    const sealed = await this.codec.seal(first);
    const below = first.map(({ stream }, index) => ({ stream, event: sealed[index]!.stored }));
    return this.below.beginStreams(below, this.clear(projection, sealed));
  }

  protected seen(events: RecordedEvent[], sql?: Sql): Promise<RecordedEvent[]> {
    return this.codec.open(events, sql);
  }

  /** The projection of a store may get further events: earlier ones that the read side lacks. */
  private clear(projection: InlineProjection, appended: SealedEvent[]): InlineProjection {
    return async (sql: Sql, recorded: RecordedEvent[], atomic: boolean) => {
      const known = inClear(recorded, appended);
      const isOwn = known.every((event, index) => event !== recorded[index]);
      await projection(sql, isOwn ? known : await this.codec.open(recorded, sql), atomic);
    };
  }
}

/** Recorded events with the data that readers see. */
function inClear(recorded: RecordedEvent[], appended: SealedEvent[]): RecordedEvent[] {
  const data = new Map(appended.map(({ seen }) => [seen.id, seen.data]));
  return recorded.map((event) => (data.has(event.id) ? { ...event, data: data.get(event.id) } : event));
}
