import { randomUUID } from 'node:crypto';
import { MAX_FETCHES_KEPT } from '@probity/contracts/list-sources/limits';
import type { FetchedFile, SourceFile } from '@probity/contracts/list-sources/views';
import type { FetchResult } from '@probity/contracts/list-sources/words';
import type { Database, Sql } from '@probity/persistence/database';
import { newId } from '@probity/platform/ids';
import { type Random, nextAfterCrash, nextAfterFailure, nextAfterSuccess } from './fetch-schedule';

/** How long a list whose process died keeps its claim. A process renews the claim while it works. */
export const LEASE_S = 30;

const DUE = `
  SELECT list, attempts FROM pipeline.watchlist_sources
  WHERE active AND removed_at IS NULL AND due_at <= $1 AND (lease_until IS NULL OR lease_until < clock_timestamp())
  ORDER BY due_at, list LIMIT 1 FOR UPDATE SKIP LOCKED`;
const CLAIM = `
  UPDATE pipeline.watchlist_sources
  SET claim = $2, lease_until = clock_timestamp() + make_interval(secs => ${LEASE_S}), attempts = attempts + 1, due_at = $3
  WHERE list = $1
  RETURNING list, version, format, files, sealed_queries, every_hours, max_bytes::float8 AS max_bytes, failures, baseline,
    revision::float8 AS revision`;
const KEEP = `
  UPDATE pipeline.watchlist_sources SET lease_until = clock_timestamp() + make_interval(secs => ${LEASE_S})
  WHERE list = $1 AND claim = $2 AND lease_until > clock_timestamp()`;
const HAND_BACK = `
  UPDATE pipeline.watchlist_sources SET claim = NULL, lease_until = NULL, attempts = attempts - 1, due_at = $3
  WHERE list = $1 AND claim = $2`;
const SUCCEED = `
  UPDATE pipeline.watchlist_sources SET claim = NULL, lease_until = NULL, attempts = 0, failures = 0, due_at = $3,
    confirmed_at = $4, baseline = $5
  WHERE list = $1 AND claim = $2`;
const FAIL = `
  UPDATE pipeline.watchlist_sources SET claim = NULL, lease_until = NULL, attempts = 0, failures = failures + 1,
    due_at = $3
  WHERE list = $1 AND claim = $2`;
const RECORD = `
  INSERT INTO pipeline.watchlist_fetches (id, list, result, began_at, ended_at, version, code, message, bytes, files)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`;
const PRUNE = `
  DELETE FROM pipeline.watchlist_fetches WHERE id IN (
    SELECT id FROM pipeline.watchlist_fetches WHERE list = $1 ORDER BY ended_at DESC, id DESC OFFSET ${MAX_FETCHES_KEPT})`;
const MAX_MESSAGE = 2_000;

/** What a server said about the version of a file, to ask later whether it changed. */
export interface Validators {
  etag?: string;
  last_modified?: string;
}

/** What the last successful fetch of a list received, and into which version of the list it was read. */
export interface Baseline {
  /** the version of the source */
  source: number;
  /** `READER_VERSION` of the importers */
  reader: number;
  /** the version of the list after it */
  list: number;
  files: (FetchedFile & Validators)[];
}

/** A source that this process has claimed. The end of the fetch ends the claim. */
export interface ClaimedSource {
  list: string;
  version: number;
  format: string;
  /** without the queries of their addresses */
  files: SourceFile[];
  sealed_queries: Buffer | null;
  every_hours: number;
  max_bytes: number;
  /** failed fetches since the last one that succeeded */
  failures: number;
  baseline: Baseline | null;
  /** of the last event that the row reflects */
  revision: number;
  /** of the claim */
  token: string;
  /** when it was claimed */
  began: Date;
}

type Claim = Pick<ClaimedSource, 'list' | 'token'>;

/**
 * Claims the list whose fetch is due for longest; undefined when none is due. Until the fetch ends, its next one is so
 * late that a fetch that ends its process is not repeated all the time.
 */
export async function claimSource(database: Database, now: Date): Promise<ClaimedSource | undefined> {
  return database.transaction(async (sql) => {
    const { rows: due } = await sql.query<{ list: string; attempts: number }>(DUE, [now]);
    if (!due[0]) return undefined;
    const token = randomUUID();
    const next = nextAfterCrash(now, due[0].attempts);
    const { rows } = await sql.query<Omit<ClaimedSource, 'token' | 'began'>>(CLAIM, [due[0].list, token, next]);
    return { ...rows[0]!, token, began: now };
  });
}

/** Renews the claim. False when it is lost: the source was changed or removed, or another process may fetch the list. */
export async function keep(sql: Sql, { list, token }: Claim): Promise<boolean> {
  return (await sql.query(KEEP, [list, token])).rowCount === 1;
}

/** Leaves the fetch to the next claim of any process. The attempt does not count. */
export async function handBack(sql: Sql, { list, token }: Claim, now: Date): Promise<void> {
  await sql.query(HAND_BACK, [list, token, now]);
}

/** What a successful fetch found. */
export interface Fetched {
  result: Exclude<FetchResult, 'failed'>;
  /** bytes that were received */
  bytes: number;
  baseline: Baseline;
}

/** Ends a successful fetch. Returns false, and changes nothing, when the claim is lost. */
export function recordSuccess(
  database: Database,
  claimed: ClaimedSource,
  { result, bytes, baseline }: Fetched,
  now: Date,
  random: Random,
): Promise<boolean> {
  const files = baseline.files.map(({ role, bytes: size, sha256 }) => ({ role, bytes: size, sha256 }));
  return database.transaction(async (sql) => {
    const next = nextAfterSuccess(now, claimed.every_hours, random);
    const ended = [claimed.list, claimed.token, next, now, JSON.stringify(baseline)];
    if ((await sql.query(SUCCEED, ended)).rowCount === 0) return false;
    await record(sql, claimed, [result, claimed.began, now, baseline.list, null, null, bytes, JSON.stringify(files)]);
    return true;
  });
}

/** Ends a failed fetch. Returns false, and changes nothing, when the claim is lost. */
export function recordFailure(
  database: Database,
  claimed: ClaimedSource,
  { code, message }: { code: string; message: string },
  now: Date,
  random: Random,
): Promise<boolean> {
  return database.transaction(async (sql) => {
    const next = nextAfterFailure(now, claimed.failures + 1, random);
    if ((await sql.query(FAIL, [claimed.list, claimed.token, next])).rowCount === 0) return false;
    await record(sql, claimed, ['failed', claimed.began, now, null, code, message.slice(0, MAX_MESSAGE), 0, '[]']);
    return true;
  });
}

async function record(sql: Sql, { list }: ClaimedSource, values: unknown[]): Promise<void> {
  await sql.query(RECORD, [newId(), list, ...values]);
  await sql.query(PRUNE, [list]);
}
