import type { Sql } from '@probity/persistence/database';
import type { RecordedEvent } from './event-store';

/** What an event of a stream is, before it has an id and a place. */
export interface DomainEvent {
  type: string;
  data: unknown;
}

/** What a service projects of one kind of stream. Appends and followers use the same projection. */
export interface Projection {
  /** plural, in the names of followers */
  kind: string;
  /** with which the names of its streams begin */
  prefix: string;
  /** An `InlineProjection`, for the events of these streams. */
  projection(this: void, sql: Sql, events: RecordedEvent[], atomic: boolean): Promise<void>;
}

/** A kind of thing whose state is what its stream says. */
export interface Aggregate<State, Event extends DomainEvent> extends Projection {
  /** singular, in messages */
  name: string;
  stream(id: string): string;
  /** The state after the event; pure. */
  evolve(state: State | undefined, event: Event): State;
  /** Whose it is. */
  tenantOf(this: void, state: State): string | null;
  /**
   * Decisions read the read side, so of the stream only the last event is loaded, and the read side
   * reflects it before anything is decided.
   */
  decidesOnReadSide?: boolean;
}

/** What a stream held when it was read. */
export interface Loaded<State, Event extends DomainEvent> {
  state: State;
  events: (RecordedEvent & Event)[];
  /** of the last event */
  revision: number;
}

/** The state after these events; undefined when there are none. */
export function fold<State, Event extends DomainEvent>(
  { evolve }: Pick<Aggregate<State, Event>, 'evolve'>,
  events: Event[],
): State | undefined {
  return events.reduce<State | undefined>((state, event) => evolve(state, event), undefined);
}
