import { LRUCache } from 'lru-cache';
import type { Sql } from '@probity/persistence/database';
import type { RecordedEvent } from '../event-store';
import type { EventKeys } from './event-keys';

/** A stream that has events of versions without authentication. */
export interface TakenOverStream {
  stream: string;
  /** the last event that needs no MAC */
  revision: number;
  /** hexadecimal: `hashAfter` of all events up to it */
  hash: string;
}

/** Some streams that a service has taken over; in the stream `taken-over-<service>`. */
export interface StreamsTakenOver {
  type: 'StreamsTakenOver';
  data: { service: string; streams: TakenOverStream[]; taken_over_at: string };
}

/** The last event of the stream `taken-over-<service>`: from now on, all other events need a MAC. See `EventKeys`, too. */
export interface TakeoverCompleted {
  type: 'TakeoverCompleted';
  data: { service: string; streams: number; completed_at: string };
}

export const takenOverStream = (service: string): string => `taken-over-${service}`;

/** Events of other programs, which need no MAC, say nothing. */
export const isCompletion = (event: RecordedEvent): event is RecordedEvent & TakeoverCompleted =>
  event.type === 'TakeoverCompleted' && event.data !== undefined && !event.isForeign;

/** The streams that an event takes over: none if another program wrote it. */
export const streamsIn = ({ type, data, isForeign }: RecordedEvent): TakenOverStream[] =>
  type === 'StreamsTakenOver' && data !== undefined && !isForeign ? (data as StreamsTakenOver['data']).streams : [];

const MAX_KEPT = 20_000;

const INSERT = `
  INSERT INTO event_store.taken_over_streams (stream, service, revision, hash, mac_key, mac)
  SELECT stream, $1, revision, hash, $5, mac
  FROM unnest($2::text[], $3::bigint[], $4::bytea[], $6::text[]) AS t (stream, revision, hash, mac)
  ON CONFLICT (stream) DO UPDATE
    SET revision = excluded.revision, hash = excluded.hash, mac_key = excluded.mac_key, mac = excluded.mac`;
const FIND = `
  SELECT stream, revision::float8 AS revision, encode(hash, 'hex') AS hash, mac_key, mac
  FROM event_store.taken_over_streams WHERE stream = ANY($1)`;
const COUNT = 'SELECT count(*)::int AS streams FROM event_store.taken_over_streams WHERE service = $1';

interface Row extends TakenOverStream, Record<string, unknown> {
  mac_key: string;
  mac: string;
}

/** Whether a service has taken over all events of older versions. */
export class TakeoverState {
  /** how many streams it has taken over; undefined: it is not complete */
  streams: number | undefined;
}

/**
 * Which events of a service need no MAC, because a version without authentication stored them. Its rows follow from
 * events. Each has a MAC of its own, so that a row that was changed in Postgres counts as missing.
 */
export class TakenOver {
  private readonly kept = new LRUCache<string, TakenOverStream>({ max: MAX_KEPT });

  constructor(
    private readonly service: string,
    private readonly keys: EventKeys,
    readonly state: TakeoverState,
    private readonly sql: Sql,
  ) {}

  /** The same on another connection. */
  on(sql: Sql): TakenOver {
    return new TakenOver(this.service, this.keys, this.state, sql);
  }

  /** Those of these streams that were taken over, by name. One query for all that are not kept. */
  async find(streams: Iterable<string>, sql: Sql = this.sql): Promise<Map<string, TakenOverStream>> {
    const found = new Map<string, TakenOverStream>();
    if (this.state.streams === 0) return found;
    const missing: string[] = [];
    for (const stream of new Set(streams)) {
      const kept = this.kept.get(stream);
      if (kept) found.set(stream, kept);
      else missing.push(stream);
    }
    if (missing.length === 0) return found;
    const { rows } = await sql.query<Row>(FIND, [missing]);
    await this.keys.learn(rows.map(({ mac_key }) => mac_key));
    for (const { mac_key, mac, ...taken } of rows) {
      if (!this.keys.verify(mac_key, mac, textOf(taken))) continue;
      found.set(taken.stream, taken);
      this.kept.set(taken.stream, taken);
    }
    return found;
  }

  /** Stores the streams that these events name. It may be repeated. */
  async project(sql: Sql, events: RecordedEvent[]): Promise<void> {
    for (const event of events) {
      const streams = streamsIn(event);
      if (streams.length === 0) continue;
      await sql.query(INSERT, [
        this.service,
        streams.map(({ stream }) => stream),
        streams.map(({ revision }) => revision),
        streams.map(({ hash }) => Buffer.from(hash, 'hex')),
        this.keys.currentId,
        streams.map((taken) => this.keys.sign(textOf(taken))),
      ]);
    }
  }

  /** How many rows there are. */
  async count(): Promise<number> {
    return (await this.sql.query<{ streams: number }>(COUNT, [this.service])).rows[0]!.streams;
  }
}

const textOf = ({ stream, revision, hash }: TakenOverStream): string =>
  JSON.stringify(['probity-taken-over-1', stream, revision, hash]);
