import type { Database, Sql } from '@probity/persistence/database';
import { notFound, Refusal } from '@probity/platform/errors';
import { newId } from '@probity/platform/ids';
import { type Aggregate, type DomainEvent, fold, type Loaded, type Projection } from './aggregate';
import {
  asAnswer,
  currentCause,
  type EventStore,
  NO_STREAM,
  type RecordedEvent,
  WrongExpectedRevision,
} from './event-store';
import { projectStream } from './project-stream';

const MAX_TRIES = 20;

/** What to append. Events get new ids unless they bring their own. */
export interface Decision<Event extends DomainEvent> {
  events: (Event & { id?: string })[];
  /**
   * Runs before the projection, in the same transaction.
   *
   * @param atomic whether the same transaction appends the events, so that a failure undoes the append
   */
  before?: (sql: Sql, atomic: boolean) => Promise<void>;
  /** The command was carried out before. The read side must reflect its events. */
  isRepeat?: boolean;
}

type MaybePromise<T> = T | Promise<T>;

/**
 * Loads, decides, appends, projects; and decides again when another writer has appended in between. The
 * only place that does, for everything but the entries of ledgers, which have a writer of their own.
 *
 * Guarantees: no method lets WrongExpectedRevision out. After MAX_TRIES it is the Refusal `contention`
 * (503). An append whose outcome is unknown is not repeated: it is the Refusal `outcome_unknown` (503).
 */
export class AggregateStore {
  constructor(
    private readonly events: EventStore,
    private readonly database: Database,
  ) {}

  /**
   * Reads a stream; undefined when it has no event.
   *
   * @throws Error when an event differs from the event that Probity wrote
   */
  async load<State, Event extends DomainEvent>(
    aggregate: Aggregate<State, Event>,
    id: string,
  ): Promise<Loaded<State, Event> | undefined> {
    const stream = aggregate.stream(id);
    const events = (await this.read(stream, aggregate.decidesOnReadSide)) as (RecordedEvent & Event)[];
    const damaged = events.find(({ data }) => data === undefined);
    if (damaged) throw new Error(`event ${damaged.revision} of ${stream} differs from the event that Probity wrote`);
    const state = fold(aggregate, events);
    if (state === undefined) return undefined;
    if (aggregate.decidesOnReadSide) await this.ensureProjected(aggregate, events);
    return { state, events, revision: events.at(-1)!.revision };
  }

  /** The same. @throws Refusal `not_found` also when it is another tenant's */
  async loadOf<State, Event extends DomainEvent>(
    tenantId: string,
    aggregate: Aggregate<State, Event>,
    id: string,
  ): Promise<Loaded<State, Event>> {
    return ofTenant(tenantId, aggregate, id, await this.load(aggregate, id));
  }

  /**
   * Appends what `decide` returns to what it was given. `decide` runs again when another writer was faster,
   * so it must read what it decides on. Undefined means that the change was made before: as with `isRepeat`,
   * the read side then reflects the stream.
   *
   * @throws Refusal `contention`, `outcome_unknown`
   */
  async change<State, Event extends DomainEvent, Decided extends Decision<Event>>(
    aggregate: Aggregate<State, Event>,
    id: string,
    decide: (loaded: Loaded<State, Event> | undefined) => MaybePromise<Decided | undefined>,
  ): Promise<{ loaded: Loaded<State, Event> | undefined; decided: Decided | undefined }> {
    for (let tries = 1; ; tries++) {
      const loaded = await this.load(aggregate, id);
      const decided = await decide(loaded);
      const isRepeat = decided?.isRepeat ?? !decided?.events.length;
      if (loaded && isRepeat && !aggregate.decidesOnReadSide) await this.ensureProjected(aggregate, loaded.events);
      if (!decided || decided.events.length === 0) return { loaded, decided };
      try {
        await this.append(aggregate, id, loaded?.revision ?? NO_STREAM, decided);
        return { loaded, decided };
      } catch (error) {
        if (!(error instanceof WrongExpectedRevision)) throw error;
        if (tries === MAX_TRIES) throw overtaken(aggregate.name, error);
      }
    }
  }

  /** The same for what a tenant has. @throws Refusal `not_found` also when it is another tenant's */
  async changeOf<State, Event extends DomainEvent, Decided extends Decision<Event>>(
    tenantId: string,
    aggregate: Aggregate<State, Event>,
    id: string,
    decide: (loaded: Loaded<State, Event>) => MaybePromise<Decided | undefined>,
  ): Promise<{ loaded: Loaded<State, Event>; decided: Decided | undefined }> {
    const { loaded, decided } = await this.change(aggregate, id, (found) =>
      decide(ofTenant(tenantId, aggregate, id, found)),
    );
    return { loaded: loaded!, decided };
  }

  /**
   * Appends the first events of a stream. When it has some, appends nothing and returns what it has, which
   * the read side then reflects.
   *
   * @throws Refusal `outcome_unknown`
   */
  async begin<State, Event extends DomainEvent>(
    aggregate: Aggregate<State, Event>,
    id: string,
    decided: Decision<Event>,
  ): Promise<Loaded<State, Event> | undefined> {
    try {
      await this.append(aggregate, id, NO_STREAM, decided);
      return undefined;
    } catch (error) {
      if (!(error instanceof WrongExpectedRevision)) throw error;
      const loaded = await this.load(aggregate, id);
      if (!loaded) throw overtaken(aggregate.name, error);
      await this.ensureProjected(aggregate, loaded.events);
      return loaded;
    }
  }

  /** Projects what a crash left between an append and its projection, up to the last of these events. */
  private ensureProjected({ projection }: Projection, events: RecordedEvent[]): Promise<void> {
    return projectStream(this.events, this.database, projection, events.slice(-1));
  }

  private async read(stream: string, onlyLast = false): Promise<RecordedEvent[]> {
    const events: RecordedEvent[] = [];
    if (onlyLast) {
      const last = await this.events.lastEvent(stream);
      if (last) events.push(last);
    } else {
      for await (const chunk of this.events.readStream(stream)) events.push(...chunk);
    }
    return events;
  }

  private async append<State, Event extends DomainEvent>(
    aggregate: Aggregate<State, Event>,
    id: string,
    revision: number,
    { events, before }: Decision<Event>,
  ): Promise<void> {
    const identified = events.map((event) => ({ ...event, id: event.id ?? newId(), ...currentCause() }));
    try {
      await this.events.append(aggregate.stream(id), revision, identified, async (sql, recorded, atomic) => {
        await before?.(sql, atomic);
        await aggregate.projection(sql, recorded, atomic);
      });
    } catch (error) {
      throw asAnswer(error);
    }
  }
}

function ofTenant<State, Event extends DomainEvent>(
  tenantId: string,
  { name, tenantOf }: Aggregate<State, Event>,
  id: string,
  loaded: Loaded<State, Event> | undefined,
): Loaded<State, Event> {
  if (!loaded || tenantOf(loaded.state) !== tenantId) throw notFound(name, id);
  return loaded;
}

function overtaken(name: string, cause: WrongExpectedRevision): Refusal {
  const message = `The ${name} was modified concurrently. No changes were made; retry.`;
  return new Refusal('overloaded', 'contention', message, { cause });
}
