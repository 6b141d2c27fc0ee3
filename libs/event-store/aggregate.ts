import type { Sql } from '@probity/persistence/database';
import type { AuditedStreams } from './audit/audit-trail';
import type { Checkpoint, EventStore, RecordedEvent } from './event-store';
import type { ProjectedTables } from './rebuild/projected-tables';
import type { RowOfStream } from './row-of-stream';

/** An event before it has an id and a revision. */
export interface DomainEvent {
  type: string;
  data: unknown;
}

/** How a service projects the streams of one kind. Appends and followers use the same projection. */
export interface Projection {
  /** in plural, such as `ledgers`; part of the names of followers */
  kind: string;
  /** the first part of the names of its streams */
  prefix: string;
  /** false: its events have no MAC. Several services write them, or they have a chain of their own. */
  isAuthenticated?: false;
  /**
   * With it, an object takes no changes while the read side has events of it that the event store lacks. That happens
   * when the event store was restored from a backup and the read side was not. If the read side was restored, it gets what
   * it lacks before the next change.
   */
  row?: RowOfStream;
  /** what a rebuild deletes and restores; without it, the service has a rebuild of its own for the projection */
  tables?: ProjectedTables;
  /** the tables of a projection that has a rebuild of its own, for a verification */
  ownTables?: ProjectedTables;
  /** the audit entries of its events, which the projection stores with its other rows */
  audit?: AuditedStreams;
  /**
   * When the follower may project an event, in milliseconds since 1970. For events that appends project in another way: the
   * follower must not be faster, and projects only what a crash left. Default: at once.
   */
  followedFrom?(this: void, event: RecordedEvent): number;
  /** Called before a follower projects the events after a place of the log; undefined: all of them. */
  beforeFollowing?(this: void, events: EventStore, after: Checkpoint | undefined): Promise<void>;
  /** An `InlineProjection`, for the events of these streams. */
  projection(this: void, sql: Sql, events: RecordedEvent[], atomic: boolean): Promise<void>;
}

/** A kind of object, such as a customer or an alert. Each object has one stream; its state follows from the events. */
export interface Aggregate<State, Event extends DomainEvent> extends Projection {
  /** in singular, such as `ledger`; used in messages */
  name: string;
  stream(id: string): string;
  /** The state after the event; pure. */
  evolve(state: State | undefined, event: Event): State;
  /** The tenant that the object belongs to; null when it belongs to none. */
  tenantOf(this: void, state: State): string | null;
  /**
   * Whether decisions use the read side. If so, only the last event of the stream is loaded, and the read side has
   * that event before `decide` runs.
   */
  decidesOnReadSide?: boolean;
  /**
   * The types of its events. With it, the object cannot be read while it has an event of another type: a newer version may
   * have decided something there that this one must not pass over, for example which key signs.
   */
  types?: readonly Event['type'][];
  /** Whether an event has the form that `evolve` needs. With it, the object cannot be read while it has another one. */
  isWellFormed?(this: void, event: RecordedEvent): boolean;
  /** Whether its events have no address of the client, because the chain of a ledger covers their metadata. */
  leavesOutAddress?: boolean;
}

/** The content of a stream when it was read. */
export interface Loaded<State, Event extends DomainEvent> {
  state: State;
  /** without events that another program wrote */
  events: (RecordedEvent & Event)[];
  /** of the stream */
  revision: number;
}

/** The state after these events; undefined when there are none. */
export function fold<State, Event extends DomainEvent>(
  { evolve }: Pick<Aggregate<State, Event>, 'evolve'>,
  events: Event[],
): State | undefined {
  return events.reduce<State | undefined>((state, event) => evolve(state, event), undefined);
}
