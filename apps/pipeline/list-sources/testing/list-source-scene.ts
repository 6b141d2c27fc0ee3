import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import type { GivenSourceFile } from '@probity/contracts/list-sources/commands';
import type { WatchlistFetch, WatchlistSource } from '@probity/contracts/list-sources/views';
import { sharedListStream } from '@probity/contracts/watchlists/events';
import { AggregateStore } from '@probity/event-store/aggregate-store';
import { PostgresEventStore } from '@probity/event-store/postgres/postgres-event-store';
import { NoticeBoard } from '@probity/notices/notice-board';
import type { Database } from '@probity/persistence/database';
import { ROLES } from '@probity/persistence/roles';
import { Sealer } from '@probity/platform/sealing';
import { NoticeQueries } from '@probity/read-side/notices/notice-queries';
import { SourceQueries } from '@probity/read-side/watchlists/source-queries';
import { createTestDatabase, type TestDatabase } from '../../../../testing/test-database';
import { Imports } from '../../watchlists/imports';
import { ListStreams } from '../../watchlists/list-streams';
import type { Downloaded, FileToDownload } from '../downloads';
import type { FetchFailure } from '../fetch-failure';
import type { FetchParts } from '../fetch-list';
import { genuineSources } from '../genuine-sources';
import { ListFetcher } from '../list-fetcher';
import { ListNotices } from '../list-notices';
import { Actions } from '@probity/read-side/audit/actions';
import { Sources } from '../sources';
import { TemporaryFolders } from '../temporary-folders';

// A spec that imports this file gets a new list for each test, and processes that download from a publisher of its own.

export const ADA = { officer: 'Ada', officer_id: 'ada', reason: 'a test' };
const PAGE = { limit: 100, offset: 0 };
const MINUTE_MS = 60_000;
const sealer = new Sealer(randomBytes(32));
const logger = pino({ level: 'silent' });

export let test: TestDatabase;
export let database: Database;
/** as the back office reads */
export let queries: SourceQueries;
export let list: string;
export let publisher: Publisher;
/** in which processes have their files */
export let folder: string;
/** the clock of all processes */
let aheadMs = 0;
export const now = (): Date => new Date(Date.now() + aheadMs);
export const pass = (minutes: number): void => void (aheadMs += minutes * MINUTE_MS);

beforeAll(async () => {
  test = await createTestDatabase();
  database = await test.as(ROLES.pipeline);
  queries = new SourceQueries(await test.as(ROLES.backOffice));
});
afterAll(() => test.drop());
beforeEach(() => {
  aheadMs = 0;
  list = `list-${randomUUID()}`;
  publisher = new Publisher();
  folder = mkdtempSync(join(tmpdir(), 'probity-fetching-'));
});
afterEach(async () => {
  await test.owner.query('DELETE FROM pipeline.watchlist_sources');
  expect(readdirSync(folder)).toEqual([]); // no file stays
  rmSync(folder, { recursive: true });
});

/** A publisher whose files and failures a test scripts. */
export class Publisher {
  /** the content by the address */
  readonly files = new Map<string, string | FetchFailure>();
  /** the addresses of files and texts that were asked for */
  readonly asked: string[] = [];
  /** whether it says which version of a file it has */
  hasVersions = true;
  /** waits before each response; rejects when the process stops */
  before: (signal: AbortSignal) => Promise<void> = () => Promise.resolve();

  file = async ({ url, path, known = {} }: FileToDownload, signal: AbortSignal): Promise<Downloaded> => {
    const content = await this.read(url, signal);
    const sha256 = createHash('sha256').update(content).digest('hex');
    if (this.hasVersions && known.etag === sha256) return { unchanged: true };
    writeFileSync(path, content, { flag: 'wx' });
    const validators = this.hasVersions ? { etag: sha256 } : {};
    return { unchanged: false, bytes: Buffer.byteLength(content), sha256, ...validators };
  };

  text = (url: string, signal: AbortSignal): Promise<string> => this.read(url, signal);

  stop = (): Promise<void> => Promise.resolve();

  private async read(url: string, signal: AbortSignal): Promise<string> {
    this.asked.push(url);
    await this.before(signal);
    const content = this.files.get(url)!;
    if (typeof content !== 'string') throw content;
    return content;
  }
}

const storeOf = (): AggregateStore => new AggregateStore(new PostgresEventStore(database), database);
export const newImports = (): Imports => new Imports(database, new ListStreams(storeOf()), { now });
export const newSources = (): Sources =>
  new Sources(
    database,
    storeOf(),
    new Actions(storeOf(), 'pipeline'),
    sealer,
    { allowedPorts: new Set(), allowInsecureLoopback: false },
    { now },
  );

/** What a process needs to fetch a list. */
export const fetchParts = (imports = newImports()): FetchParts => ({
  database,
  imports,
  sealer,
  genuine: genuineSources(database, storeOf()),
  downloads: publisher,
  folders: new TemporaryFolders(folder),
});

/** A process of the pipeline, whose worker runs when a test says so, with the results that it counted. */
export function newProcess(): { fetcher: ListFetcher; counted: string[] } {
  const counted: string[] = [];
  const board = new NoticeBoard(storeOf(), { now });
  const fetcher = new ListFetcher({
    ...fetchParts(),
    downloads: publisher,
    notices: new ListNotices(database, board, logger, now),
    metrics: { countWatchlistFetch: (_list, result) => counted.push(result) },
    logger,
    now,
    random: () => 0,
  });
  return { fetcher, counted };
}

export const UN_URL = 'https://lists.example.org/un.xml';

/** Sets the source of the list: a file in the format of the United Nations, fetched daily. */
export function setSource(
  more: Partial<Omit<Parameters<Sources['set']>[0], 'list'>> = {},
  files: GivenSourceFile[] = [{ role: 'list', url: UN_URL }],
): Promise<WatchlistSource> {
  const source = {
    format: 'un-consolidated',
    every_hours: 24,
    stale_after_hours: 72,
    max_bytes: 1_000_000,
    active: true,
  };
  return newSources().set({ list, ...source, files, ...ADA, ...more });
}

/** The list of the United Nations with so many people; `name` is a part of their names. */
export const people = (count: number, name = 'EXAMPLE'): string => {
  const individuals = Array.from(
    { length: count },
    (_, n) =>
      `<INDIVIDUAL><DATAID>${n}</DATAID><FIRST_NAME>ANN</FIRST_NAME><SECOND_NAME>${name} N${n}</SECOND_NAME>` +
      `<UN_LIST_TYPE>TESTLAND</UN_LIST_TYPE><REFERENCE_NUMBER>TLi.${n}</REFERENCE_NUMBER></INDIVIDUAL>`,
  );
  return `<CONSOLIDATED_LIST><INDIVIDUALS>${individuals.join('')}</INDIVIDUALS><ENTITIES></ENTITIES></CONSOLIDATED_LIST>`;
};

export const source = async (): Promise<WatchlistSource> => (await queries.source(list))!;
export const fetches = (): Promise<WatchlistFetch[]> => queries.fetches(list, PAGE);

/** The version and the number of entries of the list; undefined before its first import. */
export async function current(): Promise<{ version: number; entries: number } | undefined> {
  const { rows } = await test.owner.query<{ version: number; entries: number }>(
    'SELECT version, entries FROM pipeline.watchlists WHERE stream = $1',
    [sharedListStream(list)],
  );
  return rows[0];
}

export async function imports(): Promise<{ import_id: string; status: string; officer: string; received: number }[]> {
  const { rows } = await test.owner.query<any>(
    'SELECT import_id, status, officer, received FROM pipeline.watchlist_imports WHERE list = $1 ORDER BY begun_at',
    [list],
  );
  return rows;
}

/** The notices about the list, newest first. */
export async function notices(status?: 'open') {
  const found = await new NoticeQueries(test.owner).notices(null, PAGE, status && { status });
  return found.filter(({ subject }) => subject === list);
}

/** As if the time of every lease had passed. */
export const leasesEnd = () =>
  test.owner.query(
    "UPDATE pipeline.watchlist_sources SET lease_until = now() - interval '1 s' WHERE claim IS NOT NULL",
  );

/** The entries of the audit trail about the list, oldest first. */
export async function audited() {
  const { rows } = await test.owner.query<any>(
    'SELECT action, actor, actor_name, reason, data FROM pipeline.audit_events WHERE subject_id = $1 ORDER BY at, id',
    [list],
  );
  return rows;
}
