import type { EventStore } from '@probity/event-store/event-store';
import type { Sql } from '@probity/persistence/database';
import { isCount } from '@probity/persistence/storable';
import { type Candidate, candidatesOf, placeOf } from './candidate';
import { growthOf } from './growth-of-commits';
import type { CheckedRows, LastHeads, LedgerRow } from './last-heads';

/** The last event of each stream that a log has. */
const LAST_OF_STREAMS = `
  SELECT s.stream, l.log, l.revision::float8 AS revision FROM unnest($1::text[]) AS s (stream)
  CROSS JOIN LATERAL (SELECT log, revision FROM notary.leaves WHERE stream = s.stream ORDER BY revision DESC LIMIT 1) l`;
const HASHES = `
  SELECT l.stream, l.revision::float8 AS revision, l.hash FROM unnest($1::text[], $2::bigint[]) AS e (stream, revision)
  JOIN notary.leaves l ON l.stream = e.stream AND l.revision = e.revision`;
const LEDGERS = `
  SELECT ledger_id, log, checkpoint, log_revision::float8 AS revision FROM notary.ledger_checkpoints
  WHERE ledger_id = ANY($1::uuid[])`;

export interface LedgerHead {
  size: number;
  root: Uint8Array;
}

/** What the logs have of the streams of some events. */
export interface LoggedBefore {
  /** by stream: its log, and its last revision there */
  streams: Map<string, { log: string; revision: number }>;
  /** hashes of leaves, by `placeOf` */
  hashes: Map<string, Uint8Array>;
  /** the heads that were signed, by the id of the ledger, each with the log that has it */
  ledgers: Map<string, LedgerHead & { log: string }>;
  /** of which ledgers the tables contradict what was signed last */
  contradicted: CheckedRows['contradicted'];
  /** the log of each other stream: that of the tenant that its first event names */
  owners: Map<string, string>;
  /** `placeOf` events that other programs wrote, where the candidates have a gap */
  foreign: Set<string>;
  /** by `placeOf` a commit: the proof that its tree continues the one of the commit before; not if it has none */
  growth: Map<string, Uint8Array[]>;
}

export async function loggedBefore(
  sql: Sql,
  store: EventStore,
  heads: LastHeads,
  candidates: Candidate[],
): Promise<LoggedBefore> {
  const names = [...new Set(candidates.map(({ stream }) => stream))];
  const last = await sql.query<{ stream: string; log: string; revision: number }>(LAST_OF_STREAMS, [names]);
  const streams = new Map(last.rows.map(({ stream, ...logged }) => [stream, logged]));
  const repeated = candidates.filter(
    ({ stream, revision }) => isCount(revision) && revision <= (streams.get(stream)?.revision ?? -1),
  );
  const [hashes, checked, owners, foreign, growth] = await Promise.all([
    hashesOf(sql, repeated),
    ledgerHeads(sql, heads, candidates, streams),
    ownersOf(store, candidates, streams),
    store.isAtomic ? new Set<string>() : foreignInGaps(store, candidates, streams),
    growthOf(store, candidates, streams),
  ]);
  const { heads: ledgers, contradicted } = checked;
  return { streams, hashes, ledgers, contradicted, owners, foreign, growth };
}

async function hashesOf(sql: Sql, repeated: Candidate[]): Promise<Map<string, Uint8Array>> {
  if (repeated.length === 0) return new Map();
  const columns = [repeated.map(({ stream }) => stream), repeated.map(({ revision }) => revision)];
  const { rows } = await sql.query<{ stream: string; revision: number; hash: Buffer }>(HASHES, columns);
  return new Map(rows.map((row) => [placeOf(row), row.hash]));
}

/** Of the ledgers with a commit that no log has. */
async function ledgerHeads(
  sql: Sql,
  heads: LastHeads,
  candidates: Candidate[],
  logged: LoggedBefore['streams'],
): Promise<CheckedRows> {
  const added = candidates.filter(({ stream, revision }) => revision > (logged.get(stream)?.revision ?? -1));
  const ids = new Set(added.flatMap(({ commit }) => commit?.ledger_id ?? []));
  if (ids.size === 0) return { heads: new Map(), contradicted: new Map() };
  const { rows } = await sql.query<LedgerRow>(LEDGERS, [[...ids]]);
  return heads.check(ids, rows);
}

/** While a log is stopped, it misses the first events of streams. */
async function ownersOf(
  store: EventStore,
  candidates: Candidate[],
  logged: LoggedBefore['streams'],
): Promise<Map<string, string>> {
  const owners = new Map<string, string>();
  for (const { stream, revision, names, commit } of candidates) {
    if (logged.has(stream) || owners.has(stream)) continue;
    owners.set(stream, names);
    if (commit || revision <= 0) continue;
    // A forged event may have a revision that no stream reaches.
    const to = Math.min(revision - 1, Number.MAX_SAFE_INTEGER);
    for await (const events of store.readStream(stream, { to, chunkSize: 1 })) {
      const [first] = candidatesOf(events);
      if (!first) continue;
      owners.set(stream, first.names);
      break;
    }
  }
  return owners;
}

/** Other programs can write into streams of EventStoreDB. No log has their events. */
async function foreignInGaps(
  store: EventStore,
  candidates: Candidate[],
  logged: LoggedBefore['streams'],
): Promise<Set<string>> {
  const foreign = new Set<string>();
  const reached = new Map([...logged].map(([stream, { revision }]) => [stream, revision]));
  for (const { stream, revision, commit } of candidates) {
    const last = reached.get(stream) ?? -1;
    // A commit covers the events before it, from its first one on.
    const to = Math.min(commit?.first_revision ?? revision, revision) - 1;
    if (to > last) {
      for await (const events of store.readStream(stream, { from: last + 1, to })) {
        for (const event of events) if (event.isForeign) foreign.add(placeOf(event));
      }
    }
    reached.set(stream, Math.max(last, revision));
  }
  return foreign;
}
