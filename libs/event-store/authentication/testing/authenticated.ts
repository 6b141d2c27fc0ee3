import { randomBytes, randomUUID } from 'node:crypto';
import type { Database } from '@probity/persistence/database';
import { createLogger } from '@probity/platform/logging';
import { Sealer } from '@probity/platform/sealing';
import type { Projection } from '../../aggregate';
import { type EventStore, type NewEvent, NO_STREAM, type RecordedEvent } from '../../event-store';
import { AuthenticatingEventStore } from '../authenticating-event-store';
import { EventAuthentication } from '../event-authentication';
import { Takeover, type TakeoverParts } from '../takeover';
import { type EventVerification, verifyEvents } from '../verify-events';

export const NONE = () => Promise.resolve();
export const newEvents = (count: number): NewEvent[] =>
  Array.from({ length: count }, (_, n) => ({ id: randomUUID(), type: 'Happened', data: { n } }));
const projecting = (prefix: string): Projection => ({ kind: 'things', prefix, projection: NONE });

/** A service of its own on a store: its name and the prefix of its streams are new. */
export class AuthenticatedService {
  readonly name = `service-${randomUUID()}`;
  readonly masterKey = randomBytes(32);
  readonly prefix = `thing${randomUUID()}-`;
  authentication!: EventAuthentication;
  store!: AuthenticatingEventStore;

  constructor(
    /** as it is, without authentication */
    readonly below: EventStore,
    readonly database: Database,
  ) {}

  /** As a new process does it. */
  async start(masterKey = this.masterKey): Promise<this> {
    this.authentication = await EventAuthentication.open(
      this.name,
      [projecting(this.prefix), { ...projecting('shared-'), isAuthenticated: false }],
      { store: this.below, sql: this.database, sealer: new Sealer(masterKey), now: new Date() },
    );
    this.store = new AuthenticatingEventStore(this.below, this.authentication);
    return this;
  }

  /** A further process of the same service. */
  anotherInstance(): Promise<AuthenticatedService> {
    const { below, database, name, masterKey, prefix } = this;
    return Object.assign(new AuthenticatedService(below, database), { name, masterKey, prefix }).start();
  }

  takeover(parts: Partial<TakeoverParts> = {}): Takeover {
    const { authentication, below: store, database } = this;
    const logger = createLogger('silent');
    const time = { now: () => new Date() };
    return new Takeover({
      authentication,
      store,
      database,
      logger,
      time,
      untilQuiet: NONE,
      untilAllLearn: NONE,
      ...parts,
    });
  }

  takeOver = (): Promise<void> => this.takeover().advance(new AbortController().signal);

  /** Resolves when a takeover of this instance is complete. */
  async authenticationComplete(): Promise<void> {
    const { state } = this.authentication.takenOver;
    while (state.streams === undefined) await new Promise((resolve) => setImmediate(resolve));
  }

  newStream = (): string => `${this.prefix}${randomUUID()}`;

  /** Events with MACs for a stream. */
  signed = (stream: string, events = newEvents(4), from = 0): NewEvent[] =>
    events.map((event, n) => this.authentication.sign(stream, from + n, event));

  /** Stores events as an insider does it, who has the database and no key. */
  async smuggle(stream: string, events: NewEvent[], after = NO_STREAM): Promise<void> {
    await this.below.append(stream, after, events, NONE);
  }

  async read(stream: string): Promise<RecordedEvent[]> {
    const events: RecordedEvent[] = [];
    for await (const chunk of this.store.readStream(stream)) events.push(...chunk);
    return events;
  }

  /** The revisions that are read without data. */
  async damaged(stream: string): Promise<number[]> {
    return (await this.read(stream)).filter(({ data }) => data === undefined).map(({ revision }) => revision);
  }

  async verify(): Promise<EventVerification> {
    let last: EventVerification | undefined;
    const { authentication, below: store, database } = this;
    for await (last of verifyEvents({ authentication, store, database }, new AbortController().signal));
    return last!;
  }
}
