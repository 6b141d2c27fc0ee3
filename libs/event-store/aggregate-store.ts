import type { Database, Sql } from '@probity/persistence/database';
import { notFound, Refusal } from '@probity/platform/errors';
import { newId } from '@probity/platform/ids';
import { type Aggregate, type DomainEvent, fold, type Loaded, type Projection } from './aggregate';
import { Contradictions } from '@probity/persistence/contradictions';
import { currentCause, currentCauseOfLedger } from './current-cause';
import { EventDamaged, EventUnknown, refuseDamaged, refuseMalformed, refuseUnknown } from './damaged';
import {
  AppendRejected,
  type EventStore,
  type FirstEvent,
  type InlineProjection,
  NO_STREAM,
  ReadSideBehind,
  type ReadOptions,
  type RecordedEvent,
  StreamCutOff,
  WrongExpectedRevision,
} from './event-store';
import { ownEvents } from './own-events';
import { projectStream } from './project-stream';
import { projectedRevision } from './row-of-stream';
import { REPEAT_FOR_MS, untilKnown } from './until-known';

const MAX_TRIES = 20;

/** The events to append. An event without an id gets a new one. */
export interface Decision<Event extends DomainEvent> {
  events: (Event & { id?: string })[];
  /**
   * Runs before the projection, in the same transaction.
   *
   * @param atomic whether the same transaction appends the events, so that a failure undoes the append
   */
  before?: (sql: Sql, atomic: boolean) => Promise<void>;
  /** Whether the command was carried out before. The store then makes sure that the read side has its events. */
  isRepeat?: boolean;
}

type MaybePromise<T> = T | Promise<T>;

/**
 * Loads an aggregate, lets the caller decide, appends the events and projects them. Decides again when another
 * writer has appended in between. All changes go through this class, except those of existing ledgers: these go
 * through `LedgerWriter`.
 *
 * Guarantees: no method throws WrongExpectedRevision. After MAX_TRIES conflicts, `change` throws the Refusal
 * `contention` (503). An append whose outcome is unknown is repeated unchanged until its outcome is known, for at most
 * 30 s; after that the Refusal is `outcome_unknown` (503). An append that never reached the store is repeated for 3 s;
 * after that the Refusal is `unavailable` (503).
 */
export class AggregateStore {
  private readonly contradictions: Contradictions;

  constructor(
    private readonly events: EventStore,
    private readonly database: Database,
    private readonly repeatForMs = REPEAT_FOR_MS,
  ) {
    this.contradictions = new Contradictions(database);
  }

  /**
   * Reads a stream; undefined when it has no event. Passes over events that another program wrote, so that they do not
   * keep the object from changes; the follower of its projection reports them.
   *
   * @throws EventDamaged when an event differs from the event that Probity wrote, or has an unknown type
   * @throws StreamCutOff when the read side has events that the event store lacks; operators get a notice
   * @throws ReadSideBehind when events cannot be projected that the read side lacks
   */
  async load<State, Event extends DomainEvent>(
    aggregate: Aggregate<State, Event>,
    id: string,
  ): Promise<Loaded<State, Event> | undefined> {
    try {
      return await this.loadWhole(aggregate, id);
    } catch (error) {
      if (error instanceof StreamCutOff) await this.contradictions.report(error, error.stream, error.how);
      if (error instanceof EventDamaged && !(error instanceof EventUnknown))
        await this.contradictions.report(error, error.stream, error.message);
      if (error instanceof ReadSideBehind) await this.contradictions.report(error, error.stream, error.message);
      throw error;
    }
  }

  private async loadWhole<State, Event extends DomainEvent>(
    aggregate: Aggregate<State, Event>,
    id: string,
  ): Promise<Loaded<State, Event> | undefined> {
    const stream = aggregate.stream(id);
    const { events: own, revision, projected } = await this.readBoth(aggregate, stream);
    if (projected > revision)
      throw new StreamCutOff(stream, `it ends at revision ${revision}, and the read side is at revision ${projected}`);
    const events = own as (RecordedEvent & Event)[];
    refuseDamaged(events);
    refuseUnknown(events, aggregate.types);
    refuseMalformed(events, aggregate.isWellFormed);
    const state = fold(aggregate, events);
    if (state === undefined) return undefined;
    // Where one transaction has both, a read side that is behind was restored to an older state.
    const mustBeProjected = aggregate.decidesOnReadSide || (this.events.isAtomic && aggregate.row !== undefined);
    if (mustBeProjected && projected < revision) await this.ensureProjected(aggregate, events);
    return { state, events, revision };
  }

  /** The events of a stream, and its last projected revision, which is not newer than these events. */
  private async readBoth<State, Event extends DomainEvent>(aggregate: Aggregate<State, Event>, stream: string) {
    const read = () => ownEvents(this.events, stream, aggregate.decidesOnReadSide);
    if (this.events.isAtomic) {
      const [projected, found] = await Promise.all([this.projected(aggregate, stream), read()]);
      if (projected <= found.revision) return { ...found, projected };
    }
    const projected = await this.projected(aggregate, stream);
    return { ...(await read()), projected };
  }

  /**
   * Yields the events of a stream, without those of other programs. Keeps only a part of the stream in memory.
   *
   * @throws EventDamaged when an event differs from the event that Probity wrote, or has an unknown type
   */
  async *history<State, Event extends DomainEvent>(
    aggregate: Aggregate<State, Event>,
    id: string,
    range: Pick<ReadOptions, 'from' | 'to'> = {},
  ): AsyncIterable<RecordedEvent & Event> {
    for await (const chunk of this.events.readStream(aggregate.stream(id), range)) {
      for (const event of chunk) {
        if (event.isForeign) continue;
        refuseDamaged([event]);
        refuseUnknown([event], aggregate.types);
        refuseMalformed([event], aggregate.isWellFormed);
        yield event as RecordedEvent & Event;
      }
    }
  }

  /** Like `load`. @throws Refusal `not_found` when the aggregate does not exist or belongs to another tenant */
  async loadOf<State, Event extends DomainEvent>(
    tenantId: string,
    aggregate: Aggregate<State, Event>,
    id: string,
  ): Promise<Loaded<State, Event>> {
    return ofTenant(tenantId, aggregate, id, await this.load(aggregate, id));
  }

  /**
   * Appends the events that `decide` returns. `decide` runs again when another writer was faster, so it must read
   * all its data anew in each run. If it returns undefined, the change was made before: as with `isRepeat`, the
   * store then makes sure that the read side has all events of the stream.
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

  /** Like `change`. @throws Refusal `not_found` when the aggregate does not exist or belongs to another tenant */
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
   * Appends the first events of a stream and returns undefined. If the stream already has events, appends nothing,
   * makes sure that the read side has these events, and returns them.
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
      return this.existing(aggregate, id, error);
    }
  }

  /**
   * Like `begin` for several objects, each with one event. Returns the result for each, in their order. With Postgres
   * they begin in one transaction; if it rejects one of them, one after the other.
   *
   * @throws Refusal `outcome_unknown`
   */
  async beginAll<State, Event extends DomainEvent>(
    aggregate: Aggregate<State, Event>,
    objects: { id: string; event: Event & { id: string } }[],
  ): Promise<(Loaded<State, Event> | undefined)[]> {
    if (objects.length === 0) return [];
    // The second of two objects with the same id finds the first.
    const first = new Map<string, FirstEvent>();
    for (const { id, event } of objects) {
      const stream = aggregate.stream(id);
      if (!first.has(stream)) first.set(stream, { stream, event: { ...event, ...causeOf(aggregate) } });
    }
    const begun = await untilKnown(
      () =>
        this.events.beginStreams([...first.values()], (sql, events, atomic) =>
          aggregate.projection(sql, events, atomic),
        ),
      this.repeatForMs,
    ).catch((error: unknown) => {
      if (error instanceof AppendRejected && objects.length > 1) return undefined;
      throw error;
    });
    const results: (Loaded<State, Event> | undefined)[] = [];
    for (const object of objects) {
      // Of a rejected batch, all but the objects that are the cause can begin.
      if (!begun) results.push(...(await this.beginAll(aggregate, [object])));
      else if (begun.delete(aggregate.stream(object.id))) results.push(undefined);
      else results.push(await this.existing(aggregate, object.id));
    }
    return results;
  }

  private async existing<State, Event extends DomainEvent>(
    aggregate: Aggregate<State, Event>,
    id: string,
    cause?: WrongExpectedRevision,
  ): Promise<Loaded<State, Event>> {
    const loaded = await this.load(aggregate, id);
    if (!loaded) throw overtaken(aggregate.name, cause);
    await this.ensureProjected(aggregate, loaded.events);
    return loaded;
  }

  /** Projects the events up to the last of these, if a crash between an append and its projection left them out. */
  private ensureProjected({ projection }: Projection, events: RecordedEvent[]): Promise<void> {
    return projectStream(this.events, this.database, projection, events.slice(-1));
  }

  private async projected({ row }: Projection, stream: string): Promise<number> {
    return row ? projectedRevision(this.database, row, stream) : NO_STREAM;
  }

  private async append<State, Event extends DomainEvent>(
    aggregate: Aggregate<State, Event>,
    id: string,
    revision: number,
    { events, before }: Decision<Event>,
  ): Promise<void> {
    const identified = events.map((event) => ({ ...event, id: event.id ?? newId(), ...causeOf(aggregate) }));
    const projection: InlineProjection = async (sql, recorded, atomic) => {
      await before?.(sql, atomic);
      await aggregate.projection(sql, recorded, atomic);
    };
    await untilKnown(
      () => this.events.append(aggregate.stream(id), revision, identified, projection),
      this.repeatForMs,
    );
  }
}

const causeOf = ({ leavesOutAddress }: Pick<Aggregate<unknown, never>, 'leavesOutAddress'>) =>
  leavesOutAddress ? currentCauseOfLedger() : currentCause();

function ofTenant<State, Event extends DomainEvent>(
  tenantId: string,
  { name, tenantOf }: Aggregate<State, Event>,
  id: string,
  loaded: Loaded<State, Event> | undefined,
): Loaded<State, Event> {
  if (!loaded || tenantOf(loaded.state) !== tenantId) throw notFound(name, id);
  return loaded;
}

function overtaken(name: string, cause: WrongExpectedRevision | undefined): Refusal {
  const message = `The ${name} was modified concurrently. No changes were made; retry.`;
  return new Refusal('overloaded', 'contention', message, { cause });
}
