import type { Sql } from '@probity/persistence/database';
import type { Sealer } from '@probity/platform/sealing';
import type { Projection } from '../aggregate';
import type { EventMetadata, EventStore, NewEvent, RecordedEvent } from '../event-store';
import { EventKeys } from './event-keys';
import { eventText, type StoredEvent } from './event-mac';
import { hasStreams } from './has-streams';
import { TakenOver, takenOverStream, type TakenOverStream, TakeoverState } from './taken-over';

/**
 * `valid`: its MAC holds. `older`: it has none and needs none, because a version without MACs stored it. `unmarked`: it
 * has none and needs one. `forged`: its MAC does not hold, or the event cannot be read.
 */
export type Authenticity = 'valid' | 'older' | 'unmarked' | 'forged';

/**
 * Authenticates the events of one service with MACs in their metadata: HMAC-SHA-256 over all of an event as it is stored,
 * with its stream and revision. An event that was changed, inserted, moved or exchanged in the event store has no MAC
 * that holds.
 */
export class EventAuthentication {
  private constructor(
    readonly service: string,
    /** the first parts of the names of the streams that it covers, none of which begins with another one */
    readonly prefixes: readonly string[],
    readonly keys: EventKeys,
    readonly takenOver: TakenOver,
  ) {}

  /**
   * @param store as it is, without authentication
   * @param projections of the service; a stream without one is not covered
   * @throws Error when another master key sealed the key
   */
  static async open(
    service: string,
    projections: readonly Projection[],
    { store, sql, sealer, now }: { store: EventStore; sql: Sql; sealer: Sealer; now: Date },
  ): Promise<EventAuthentication> {
    const prefixes = coveredPrefixes(projections);
    const keys = await EventKeys.open(store, service, sealer, now, () => hasStreams(store, prefixes));
    const takenOver = new TakenOver(service, keys, new TakeoverState(), sql);
    return new EventAuthentication(service, prefixes, keys, takenOver);
  }

  /** The same, on another connection to Postgres. */
  on(sql: Sql): EventAuthentication {
    return new EventAuthentication(this.service, this.prefixes, this.keys, this.takenOver.on(sql));
  }

  get ownStream(): string {
    return takenOverStream(this.service);
  }

  /** Whether any event without a MAC counts as one of an older version: the takeover is in progress. */
  get acceptsBare(): boolean {
    return this.takenOver.state.streams === undefined && !this.keys.sayComplete;
  }

  covers(stream: string): boolean {
    return stream === this.ownStream || this.prefixes.some((prefix) => stream.startsWith(prefix));
  }

  /** The event with its MAC. The same event at the same place has the same MAC. */
  sign<Event extends NewEvent>(stream: string, revision: number, event: Event): Event {
    const metadata = { ...event.metadata, mac_key: this.keys.currentId };
    let text: string;
    try {
      text = eventText({ stream, revision }, event, metadata);
    } catch {
      return event; // it has no JSON: the store below rejects it
    }
    return { ...event, metadata: { ...metadata, mac: this.keys.sign(text) } };
  }

  /** Reads the keys that these events name and another instance may have added. Call it before `judge`. */
  async learnKeys(events: readonly RecordedEvent[]): Promise<void> {
    await this.keys.learn(events.filter((event) => this.isOwn(event)).map(({ metadata }) => metadata?.mac_key));
  }

  /** @param taken what is known of its stream, for an event without a MAC */
  judge(event: StoredEvent, taken: TakenOverStream | undefined): Authenticity {
    if (event.data === undefined) return 'forged';
    const { mac, ...covered } = event.metadata ?? {};
    if (typeof mac === 'string' && typeof covered.mac_key === 'string')
      return this.hasMac(event, covered, covered.mac_key, mac) ? 'valid' : 'forged';
    return this.mayBeBare(event, taken) ? 'older' : 'unmarked';
  }

  /**
   * The events as their writers appended them. An event that is not authentic has no data, like any damaged event.
   *
   * @param sql for a reader that is in a transaction
   */
  async check(events: RecordedEvent[], sql?: Sql): Promise<RecordedEvent[]> {
    await this.learnKeys(events);
    const bare = events.filter((event) => this.isOwn(event) && event.metadata?.mac === undefined);
    const streams = this.acceptsBare ? [] : bare.map(({ stream }) => stream);
    const taken = streams.length > 0 ? await this.takenOver.find(streams, sql) : new Map<string, TakenOverStream>();
    return events.map((event) => {
      if (!this.isOwn(event)) return event;
      const authenticity = this.judge(event, taken.get(event.stream));
      const seen = withoutMac(event);
      return authenticity === 'valid' || authenticity === 'older' ? seen : { ...seen, data: undefined };
    });
  }

  private isOwn({ stream, isForeign }: RecordedEvent): boolean {
    return !isForeign && this.covers(stream);
  }

  private hasMac(event: StoredEvent, covered: EventMetadata, key: string, mac: string): boolean {
    try {
      return this.keys.verify(key, mac, eventText(event, event, covered));
    } catch {
      return false; // it is nested too deeply for a text
    }
  }

  /** The takeover's own events always need a MAC: they say what needs none. */
  private mayBeBare({ stream, revision }: StoredEvent, taken: TakenOverStream | undefined): boolean {
    if (stream === this.ownStream) return false;
    return this.acceptsBare || (taken !== undefined && revision <= taken.revision);
  }
}

/** The event without what authenticates it. */
export function withoutMac<Event extends NewEvent>(event: Event): Event {
  const { metadata, ...rest } = event;
  if (!metadata) return event;
  const { mac: _mac, mac_key: _key, ...others } = metadata;
  return (Object.keys(others).length > 0 ? { ...rest, metadata: others } : rest) as Event;
}

function coveredPrefixes(projections: readonly Projection[]): string[] {
  const prefixes = projections.filter((one) => one.isAuthenticated !== false).map(({ prefix }) => prefix);
  const isCovered = (prefix: string): boolean => prefixes.some((other) => other !== prefix && prefix.startsWith(other));
  return [...new Set(prefixes)].filter((prefix) => !isCovered(prefix));
}
