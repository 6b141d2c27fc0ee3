import {
  asAnswer,
  causedBy,
  EventStore,
  type InlineProjection,
  NO_STREAM,
  type RecordedEvent,
  WrongExpectedRevision,
} from '@probity/event-store/event-store';
import { projectStream } from '@probity/event-store/project-stream';
import type { Database } from '@probity/persistence/database';
import { Refusal } from '@probity/platform/errors';
import { newId } from '@probity/platform/ids';
import { type Aggregate, type DomainEvent, fold, type Loaded } from './aggregate';

const MAX_TRIES = 20;

export interface AppendOptions {
  traceparent: string | undefined;
  /** Runs before the projection, in the same transaction. */
  before?: InlineProjection;
}

/** Reads and appends to the streams of customers, alerts and cases. */
export class Streams {
  constructor(
    private readonly events: EventStore,
    private readonly database: Database,
  ) {}

  /**
   * Reads a stream from its beginning; undefined when it has no event.
   *
   * @throws Error when an event is not what was written
   */
  async load<State, Event extends DomainEvent>(
    aggregate: Aggregate<State, Event>,
    id: string,
  ): Promise<Loaded<State, Event> | undefined> {
    const stream = aggregate.stream(id);
    const events: (RecordedEvent & Event)[] = [];
    for await (const chunk of this.events.readStream(stream)) events.push(...(chunk as (RecordedEvent & Event)[]));
    const damaged = events.find(({ data }) => data === undefined);
    if (damaged)
      throw new Error(`event ${damaged.revision} of ${stream} is not what was written; nothing is built on it`);
    const state = fold(aggregate, events);
    return state === undefined ? undefined : { state, events, revision: events.length - 1 };
  }

  /**
   * Appends events, which get new ids unless they bring their own, and projects them.
   *
   * @throws WrongExpectedRevision somebody else appended: nothing was stored
   * @throws Refusal `outcome_unknown`
   */
  async append<State, Event extends DomainEvent>(
    aggregate: Aggregate<State, Event>,
    id: string,
    expectedRevision: number,
    events: (Event & { id?: string })[],
    { traceparent, before }: AppendOptions,
  ): Promise<void> {
    const identified = events.map((event) => ({ ...event, id: event.id ?? newId(), ...causedBy(traceparent) }));
    try {
      await this.events.append(aggregate.stream(id), expectedRevision, identified, async (sql, recorded, atomic) => {
        await before?.(sql, recorded, atomic);
        await aggregate.project(sql, recorded as (RecordedEvent & Event)[]);
      });
    } catch (error) {
      throw asAnswer(error);
    }
  }

  /** Appends the first events of a stream. @throws WrongExpectedRevision when it has some */
  begin<State, Event extends DomainEvent>(
    aggregate: Aggregate<State, Event>,
    id: string,
    events: (Event & { id?: string })[],
    options: AppendOptions,
  ): Promise<void> {
    return this.append(aggregate, id, NO_STREAM, events, options);
  }

  /** Sees to it that the read side reflects what was read, if a crash came between an append and its projection. */
  async ensureProjected<State, Event extends DomainEvent>(
    aggregate: Aggregate<State, Event>,
    { events }: Loaded<State, Event>,
  ): Promise<void> {
    await projectStream(
      this.events,
      this.database,
      (sql, recorded) => aggregate.project(sql, recorded as (RecordedEvent & Event)[]),
      events,
    );
  }
}

/**
 * Runs what reads, decides and appends; again when somebody else appended in between.
 *
 * @throws Refusal `overloaded` when somebody else was faster every time
 */
export async function untilNotOvertaken<T>(decideAndAppend: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await decideAndAppend();
    } catch (error) {
      if (!(error instanceof WrongExpectedRevision)) throw error;
      if (tries === MAX_TRIES) {
        const refusal = new Refusal(
          'overloaded',
          'contention',
          'others were faster to change it every time; nothing was done and the request may be repeated',
        );
        refusal.cause = error;
        throw refusal;
      }
    }
  }
}
