import type { RecordedEvent } from '@probity/event-store/event-store';
import type { Sql } from '@probity/persistence/database';

/** What an event of a stream is, before it has an id and a place. */
export interface DomainEvent {
  type: string;
  data: unknown;
}

/** A kind of thing whose state is what its stream says. */
export interface Aggregate<State, Event extends DomainEvent> {
  /** in messages */
  name: string;
  stream(id: string): string;
  /** The state after the event; pure. */
  evolve(state: State | undefined, event: Event): State;
  project(sql: Sql, events: (RecordedEvent & Event)[]): Promise<void>;
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
