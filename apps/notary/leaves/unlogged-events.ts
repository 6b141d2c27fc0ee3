import { LRUCache } from 'lru-cache';
import { type EventStore, StreamCutOff } from '@probity/event-store/event-store';
import { inBatches } from '@probity/event-store/rebuild/read-streams';
import type { Sql } from '@probity/persistence/database';
import type { CheckpointKeys } from '../keys/checkpoint-keys';
import { isDamage } from '../logs/log-damage';
import { candidatesOf, mayHaveLeaves } from './candidate';

const STREAMS_AT_ONCE = 200;
/** Streams that are read at the same time. The notary signs meanwhile. */
const READS_AT_ONCE = 2;
const MAX_KNOWN = 10_000;

/** What the tables of the notary have of streams. */
const LAST = `
  SELECT s.stream, l.log, l.revision::float8 AS revision, a.revision::float8 AS aside
  FROM unnest($1::text[]) AS s (stream)
  LEFT JOIN LATERAL (SELECT log, revision FROM notary.leaves WHERE stream = s.stream ORDER BY revision DESC LIMIT 1) l
    ON true
  LEFT JOIN notary.stopped_streams a ON a.stream = s.stream`;
const LAST_IN_LOG = 'SELECT max(revision)::float8 AS revision FROM notary.leaves WHERE stream = $1 AND log = $2';
const STOPPED = 'SELECT log FROM notary.stopped_logs';

/** The first event of a stream that belongs into a log and is in none. */
export interface Unlogged {
  stream: string;
  revision: number;
  log: string;
  /** whether the notary gets it only after an open transaction, which is older, has ended */
  isHeldBack: boolean;
}

type Found = Omit<Unlogged, 'isHeldBack'>;

export interface UnloggedParts {
  /** events as they are stored */
  readonly events: EventStore;
  readonly sql: Sql;
  readonly keys: CheckpointKeys;
}

interface Last extends Record<string, unknown> {
  stream: string;
  /** of its last leaf */
  log: string | null;
  revision: number | null;
  /** from which event on it is set aside */
  aside: number | null;
}

/**
 * Compares the event store with the leaves of logs, from the events to the leaves. So it also finds events that the
 * follower of the notary never got. Left out are logs that have stopped, and streams that are set aside from their first
 * event on that is in no log: operators know of them.
 */
export class UnloggedEvents {
  /** whether the notary has a key of a log, so that verifications of the log compare its leaves */
  private readonly logs = new LRUCache<string, boolean>({ max: MAX_KNOWN });

  /** @param log only events of this log are found; default: those of all logs */
  constructor(
    private readonly parts: UnloggedParts,
    private readonly log?: string,
  ) {}

  /** Looks at all streams, some at a time. An event that was stored a moment ago may be among those found. */
  async *inAll(): AsyncGenerator<Unlogged[]> {
    for await (const streams of inBatches(this.parts.events.listStreams(''), STREAMS_AT_ONCE))
      yield await this.among(streams.filter(mayHaveLeaves));
  }

  async among(streams: string[]): Promise<Unlogged[]> {
    if (streams.length === 0) return [];
    const { sql } = this.parts;
    const stopped = new Set((await sql.query<{ log: string }>(STOPPED)).rows.map(({ log }) => log));
    const waiting = (await sql.query<Last>(LAST, [streams])).rows.values();
    const found: Found[] = [];
    const readSome = async (): Promise<void> => {
      for (const last of waiting) {
        const unlogged = await this.unlogged(last);
        if (unlogged && !stopped.has(unlogged.log)) found.push(unlogged);
      }
    };
    await Promise.all(Array.from({ length: READS_AT_ONCE }, readSome));
    const heldBack = new Set(await this.parts.events.heldBack(found));
    return found.map((event) => ({ ...event, isHeldBack: heldBack.has(event) }));
  }

  /** Those of which the same event is in no log. A stream that has only a later one there goes on. */
  async still(before: Unlogged[]): Promise<Unlogged[]> {
    const revisions = new Map(before.map(({ stream, revision }) => [stream, revision]));
    const found = await this.among([...revisions.keys()]);
    return found.filter(({ stream, revision }) => revision <= revisions.get(stream)!);
  }

  private async unlogged(last: Last): Promise<Found | undefined> {
    const { stream, aside } = last;
    const logged = await this.logged(last);
    if (logged === 'elsewhere') return undefined;
    const found = await this.firstAfter(stream, logged.revision);
    if (!found || (aside !== null && aside <= found.revision)) return undefined;
    const log = logged.log ?? found.names;
    if (this.log !== undefined && log !== this.log) return undefined;
    return { stream, revision: found.revision, log };
  }

  /** A row may be forged. One that names a log with a key is found when that log is verified. */
  private async logged({ stream, log, revision }: Last): Promise<{ log?: string; revision: number } | 'elsewhere'> {
    const none = { revision: -1 };
    if (log === null || revision === null) return none;
    if (log === this.log) return { log, revision };
    const isLog = await this.hasKey(log);
    if (this.log === undefined) return isLog ? { log, revision } : none;
    if (isLog) return 'elsewhere';
    const { rows } = await this.parts.sql.query<{ revision: number | null }>(LAST_IN_LOG, [stream, this.log]);
    const own = rows[0]!.revision;
    return own === null ? none : { log: this.log, revision: own };
  }

  private async firstAfter(stream: string, revision: number): Promise<{ revision: number; names: string } | undefined> {
    try {
      for await (const events of this.parts.events.readStream(stream, { from: revision + 1 })) {
        const [first] = candidatesOf(events);
        if (first) return first;
      }
    } catch (error) {
      if (!(error instanceof StreamCutOff)) throw error; // its leaves show what is missing
    }
    return undefined;
  }

  private async hasKey(log: string): Promise<boolean> {
    let known = this.logs.get(log);
    if (known === undefined) {
      known = await this.parts.keys.find(log).then(
        (keys) => keys !== undefined,
        (error: unknown) => {
          if (!isDamage(error)) throw error;
          return false;
        },
      );
      this.logs.set(log, known);
    }
    return known;
  }
}
