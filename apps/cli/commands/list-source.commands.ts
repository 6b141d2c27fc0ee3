import { EVERY_HOURS, MAX_FILE_BYTES, STALE_AFTER_HOURS } from '@probity/contracts/list-sources/limits';
import type { WatchlistFetch, WatchlistSource } from '@probity/contracts/list-sources/views';
import { command } from '../declaration/command';
import { change, list } from '../declaration/kinds';
import { DECISION, number, optional, repeated, required } from '../declaration/options';
import { UsageError } from '../errors';
import { readSecretFile } from '../files/read-secret-file';
import { printable } from '../output/printable';
import { type Column, table } from '../output/table';
import { USUAL_LISTS } from '../watchlists/usual-list';

const ABOUT_SOURCES = `
Give the address of every file of the format, each with its role: sdn, alt, add and comments of ofac-sdn, list and
mapping of mapped-csv, and list of any other format. --address-file names a file with an address that has a secret
token, because others can see command lines. The first fetch begins at once; see: probity watchlist fetches <list>`;

const hostsOf = ({ files }: WatchlistSource): string => [...new Set(files.map(({ url }) => hostOf(url)))].join(', ');
const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url);
const yesOrNo = (flag: boolean): string => (flag ? 'yes' : 'no');
const hours = ({ min, max }: { min: number; max: number }) =>
  number(/^\d{1,9}$/, `a whole number of hours from ${min} to ${max}`, max);

const SOURCE_COLUMNS: Column<WatchlistSource>[] = [
  { title: 'LIST', value: (row) => row.list },
  { title: 'FORMAT', value: (row) => row.format },
  { title: 'FROM', value: hostsOf },
  { title: 'EVERY HOURS', value: (row) => row.every_hours, align: 'right' },
  { title: 'ACTIVE', value: (row) => yesOrNo(row.active) },
  { title: 'CONFIRMED', value: (row) => row.confirmed_at },
  { title: 'STALE', value: (row) => yesOrNo(row.stale) },
  { title: 'LAST FETCH', value: (row) => row.last_fetch?.result },
  { title: 'FAILURES', value: (row) => row.failures, align: 'right' },
  { title: 'NEXT FETCH', value: (row) => (row.fetching ? 'now' : row.next_fetch_at) },
];

const FETCH_COLUMNS: Column<WatchlistFetch>[] = [
  { title: 'BEGAN', value: (row) => row.began_at },
  { title: 'ENDED', value: (row) => row.ended_at },
  { title: 'RESULT', value: (row) => row.result },
  { title: 'VERSION', value: (row) => row.version, align: 'right' },
  { title: 'BYTES', value: (row) => row.bytes.toLocaleString('en-US'), align: 'right' },
  { title: 'CODE', value: (row) => row.code },
  { title: 'WHY', value: (row) => row.message },
];

/** The commands of the group `watchlist` about the sources of shared lists. */
export const LIST_SOURCE_COMMANDS = [
  command({
    usage: 'sources',
    summary: 'list from where the shared lists are fetched, with the last fetch and the next one',
    path: 'watchlists/sources',
    run: async (_values, { backOffice, path, answer }) => {
      const items = await backOffice.get<WatchlistSource[]>(path);
      answer(
        { items },
        table(items, SOURCE_COLUMNS, 'No list has a source yet; see: probity watchlist set-source --help'),
      );
    },
  }),
  command({
    usage: 'set-source <list>',
    summary: 'set from which addresses a shared list is fetched, and how often; replaces the source before it',
    example:
      'un-sc --format un-consolidated --address list=https://scsanctions.un.org/resources/xml/en/consolidated.xml --reason "daily"',
    path: 'watchlists/{list}/source',
    notes: ABOUT_SOURCES,
    options: {
      format: required('--format <format>', 'the format of the files', Object.keys(USUAL_LISTS)),
      address: repeated('--address <role=url>', 'the role of a file and its address'),
      addressFile: repeated('--address-file <role=path>', 'the role of a file, and a file that contains its address'),
      checksum: repeated('--checksum <role=url>', 'the address of a text with the SHA-256 of the file'),
      everyHours: optional(
        '--every-hours <hours>',
        `how often the list is fetched; ${EVERY_HOURS.default} if omitted`,
        hours(EVERY_HOURS),
      ),
      staleAfterHours: optional(
        '--stale-after-hours <hours>',
        `when a list that was not confirmed as current is stale; ${STALE_AFTER_HOURS.default} if omitted`,
        hours(STALE_AFTER_HOURS),
      ),
      maxBytes: optional(
        '--max-bytes <bytes>',
        `the size that a file may have; ${MAX_FILE_BYTES.default} if omitted`,
        number(/^\d{1,10}$/, `a whole number up to ${MAX_FILE_BYTES.max}`, MAX_FILE_BYTES.max),
      ),
      inactive: optional('--inactive', 'do not fetch the list; only watch whether it becomes stale'),
      ...DECISION,
    },
    run: async ({ list: name, format, reason, ...options }, { backOffice, path, answer }) => {
      const { everyHours, staleAfterHours, maxBytes } = options;
      const source = await backOffice.put<WatchlistSource>(path, {
        format,
        files: await filesOf(options.address, options.addressFile, options.checksum),
        ...(everyHours !== undefined && { every_hours: everyHours }),
        ...(staleAfterHours !== undefined && { stale_after_hours: staleAfterHours }),
        ...(maxBytes !== undefined && { max_bytes: maxBytes }),
        active: options.inactive !== true,
        reason,
      });
      answer(source, setReport(name, source));
    },
  }),
  command({
    usage: 'remove-source <list>',
    summary: 'remove the source of a shared list; the list stays as it is',
    example: 'un-sc --reason "the provider screens instead"',
    path: 'watchlists/{list}/source',
    options: DECISION,
    run: async ({ list: name, reason }, { backOffice, path, answer }) => {
      await backOffice.delete(`${path}?${new URLSearchParams({ reason }).toString()}`);
      answer({ list: name }, `The list ${printable(name)} is fetched no more.`);
    },
  }),
  change({
    usage: 'fetch <list>',
    summary: 'fetch a shared list from its source now',
    example: 'un-sc --reason "the list has changed"',
    path: 'watchlists/{list}/source/fetch',
    options: DECISION,
    report: ({ list: name }: WatchlistSource) =>
      `The list ${printable(name)} is fetched now. To see the outcome, run: probity watchlist fetches ${printable(name)}`,
  }),
  list({
    usage: 'fetches <list>',
    summary: 'list the last fetches of a list, newest first, with what they found or why they failed',
    example: 'un-sc',
    path: 'watchlists/{list}/source/fetches',
    columns: FETCH_COLUMNS,
    nothing: 'The list {list} was not fetched yet.',
  }),
];

const setReport = (name: string, source: WatchlistSource): string =>
  source.active
    ? `The list ${printable(name)} is fetched every ${source.every_hours} hours from ${printable(hostsOf(source))}. ` +
      `The first fetch begins now; to see its outcome, run: probity watchlist fetches ${printable(name)}`
    : `The list ${printable(name)} is not fetched. It is stale ${source.stale_after_hours} hours after its last import.`;

/** @throws UsageError, InputError `file` */
async function filesOf(addresses: string[] = [], addressFiles: string[] = [], checksums: string[] = []) {
  const given = addresses.map((text) => pairOf('--address', text));
  for (const text of addressFiles) {
    const [role, path] = pairOf('--address-file', text);
    given.push([role, (await readSecretFile(path, `address of ${role}`)).trim()]);
  }
  const digestOf = new Map(checksums.map((text) => pairOf('--checksum', text)));
  const files = given.map(([role, url]) => {
    const sha256_url = digestOf.get(role);
    digestOf.delete(role);
    return { role, url, ...(sha256_url !== undefined && { sha256_url }) };
  });
  const [alone] = digestOf.keys();
  if (alone !== undefined) throw new UsageError(`--checksum has the role ${alone}, which has no --address`);
  return files;
}

function pairOf(option: string, text: string): [role: string, value: string] {
  const [, role, value] = /^([^=]+)=(.+)$/s.exec(text) ?? [];
  if (role === undefined || value === undefined)
    throw new UsageError(`${option} must be <role>=<value>, such as sdn=…`);
  return [role, value];
}
