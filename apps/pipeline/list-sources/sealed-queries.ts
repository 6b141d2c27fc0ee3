import type { GivenSourceFile } from '@probity/contracts/list-sources/commands';
import type { SourceFile } from '@probity/contracts/list-sources/views';
import type { Sealer } from '@probity/platform/sealing';
import { FetchFailure } from './fetch-failure';

/** The queries of the addresses of a file, each with its question mark; empty without one. */
type FileQueries = Record<'url' | 'sha256_url', string>;
/** by role */
export type Queries = Record<string, FileQueries>;

/** What the queries of the source of a list are sealed for. */
export const queriesContext = (list: string): string => `watchlist-source:${list}`;
const withoutQuery = (address: string): string => address.replace(/\?.*$/s, '');
const queryOf = (address = ''): string => address.slice(withoutQuery(address).length);

/** What staff may see of files: their addresses without the queries. */
export const shownFiles = (files: GivenSourceFile[]): SourceFile[] =>
  files.map(({ role, url, sha256_url }) => ({
    role,
    url: withoutQuery(url),
    ...(sha256_url !== undefined && { sha256_url: withoutQuery(sha256_url) }),
    has_query: queryOf(url) !== '' || queryOf(sha256_url) !== '',
  }));

/** Undefined when no address has a query. */
export function queriesIn(files: GivenSourceFile[]): Queries | undefined {
  if (!shownFiles(files).some(({ has_query }) => has_query)) return undefined;
  return Object.fromEntries(
    files.map(({ role, url, sha256_url }) => [role, { url: queryOf(url), sha256_url: queryOf(sha256_url) }]),
  );
}

export const sealQueries = (sealer: Sealer, list: string, queries: Queries): Buffer =>
  sealer.seal(Buffer.from(JSON.stringify(queries)), queriesContext(list));

/** @throws FetchFailure `addresses_unreadable` when they were sealed under another master key, or were changed */
export function openQueries(sealer: Sealer, list: string, sealed: Buffer): Queries {
  try {
    return JSON.parse(sealer.open(sealed, queriesContext(list)).toString('utf8')) as Queries;
  } catch (cause) {
    throw new FetchFailure(
      'addresses_unreadable',
      'the queries of the addresses cannot be opened with this master key; start the pipeline with the key that sealed ' +
        `them, or set the source again (probity watchlist set-source ${list})`,
      { cause },
    );
  }
}

/** The files with their whole addresses. */
export const withQueries = (files: SourceFile[], queries: Queries = {}): GivenSourceFile[] =>
  files.map(({ role, url, sha256_url }) => ({
    role,
    url: url + (queries[role]?.url ?? ''),
    ...(sha256_url !== undefined && { sha256_url: sha256_url + (queries[role]?.sha256_url ?? '') }),
  }));
