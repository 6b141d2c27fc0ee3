import { closeSync, openSync, writeSync } from 'node:fs';
import type { WatchlistImport, WatchlistView } from '@probity/contracts/watchlists/views';
import { command, group } from '../declaration/command';
import { list } from '../declaration/kinds';
import { DECISION, optional } from '../declaration/options';
import { InputError, UsageError } from '../errors';
import { type Column, table } from '../output/table';
import { LIST_SOURCE_COMMANDS } from './list-source.commands';
import { OWN_LIST_COMMANDS } from './own-list.commands';
import { chooseFiles } from '../watchlists/choose-files';
import { ImportIssues } from '../watchlists/import-issues';
import { importList } from '../watchlists/import-list';
import { importOutcome, importProgress, importReport } from '../watchlists/import-report';
import { USUAL_LISTS, usualList } from '../watchlists/usual-list';

const ABOUT_IMPORTS = `
Formats and the lists that they update, unless --list names another:
${Object.entries(USUAL_LISTS)
  .map(([format, list]) => `  ${format.padEnd(22)} ${list ?? 'none: give --list'}`)
  .join('\n')}
OFAC's files whose names begin with cons are those of the list ofac-consolidated.
Give a folder, or all files of one list; the command recognises each file by its name. A list changes as a
whole, after all files are read. If an import is interrupted, run it again. Importing the same files twice
changes nothing. An import that would remove more than a tenth of the entries needs --allow-removal.`;

const COLUMNS: Column<WatchlistView>[] = [
  { title: 'LIST', value: (row) => row.list },
  { title: 'VERSION', value: (row) => row.version, align: 'right' },
  { title: 'ENTRIES', value: (row) => row.entries.toLocaleString('en-US'), align: 'right' },
  { title: 'FORMAT', value: (row) => row.format },
  { title: 'IMPORTED', value: (row) => row.imported_at },
];

/** Records that an import left out; undefined if it did not report them. */
const leftOut = ({ skipped, malformed }: WatchlistImport): number | undefined =>
  skipped === null && malformed === null ? undefined : (skipped ?? 0) + (malformed ?? 0);

const IMPORT_COLUMNS: Column<WatchlistImport>[] = [
  { title: 'BEGUN', value: (row) => row.begun_at },
  { title: 'STATUS', value: (row) => row.status },
  { title: 'RECEIVED', value: (row) => row.received, align: 'right' },
  { title: 'VERSION', value: (row) => row.version, align: 'right' },
  { title: 'ADDED', value: (row) => row.added, align: 'right' },
  { title: 'CHANGED', value: (row) => row.changed, align: 'right' },
  { title: 'REMOVED', value: (row) => row.removed, align: 'right' },
  { title: 'LEFT OUT', value: leftOut, align: 'right' },
  { title: 'ODD', value: (row) => row.odd, align: 'right' },
  { title: 'BY', value: (row) => row.officer },
];

export const addWatchlistCommands = group(
  'watchlist',
  'the watchlists that customers are screened against: the shared ones, and those of tenants',
  'import ofac/ --reason "the list of today"',
  [
    command({
      usage: 'import <paths...>',
      summary: 'import a new version of a list from its files',
      example: 'sdn.csv alt.csv add.csv sdn_comments.csv --list ofac-sdn --reason "the list of today"',
      options: {
        list: optional('--list <name>', "the list to update; the format's usual list if omitted"),
        format: optional(
          '--format <format>',
          'the format of the files, if their names do not identify it',
          Object.keys(USUAL_LISTS),
        ),
        allowRemoval: optional('--allow-removal', 'accept a version that removes many entries of the previous one'),
        issuesFile: optional(
          '--issues <file>',
          'write all skipped, malformed and odd records to this file, as lines of JSON',
        ),
        ...DECISION,
      },
      notes: ABOUT_IMPORTS,
      run: async ({ paths, format, issuesFile, ...options }, { backOffice, answer, progress }) => {
        const allowRemoval = options.allowRemoval === true;
        const { IMPORTERS, recogniseFiles } = await import('@probity/watchlists/importers');
        const chosen = chooseFiles(paths, format, { importers: IMPORTERS, recognise: recogniseFiles });
        const { importer, absent } = chosen;
        if (absent.length > 0 && !allowRemoval) {
          throw new UsageError(
            `the folder or files lack ${absent.map((role) => `"${role}"`).join(', ')} of ${importer.format}. Importing without them would ` +
              'remove their data, above all aliases, from the list. No changes were made. Add the files, or --allow-removal to import without them.',
          );
        }
        const list = options.list ?? usualList(chosen);
        if (list === undefined) throw new UsageError(`${importer.format} has no usual list; name the list with --list`);
        const order = {
          ...chosen,
          list,
          allowRemoval,
          reason: options.reason,
        };

        const outcome = await withIssuesFile(issuesFile, async (write) => {
          const issues = new ImportIssues(chosen.files, write);
          const result = await importList(backOffice, order, issues, (now) =>
            progress.show(importProgress(now, issues.count)),
          ).finally(progress.clear);
          return importOutcome(result, importer.format, absent, issues);
        });
        answer(outcome, importReport(outcome, issuesFile));
      },
    }),
    command({
      usage: 'lists',
      summary: 'list the imported lists',
      path: 'watchlists',
      run: async (_values, { backOffice, path, answer }) => {
        const items = await backOffice.get<WatchlistView[]>(path);
        answer({ items }, table(items, COLUMNS, 'No list is imported yet.'));
      },
    }),
    list({
      usage: 'imports <list>',
      summary: 'list the imports of a list, newest first, with what they changed',
      example: 'ofac-sdn',
      path: 'watchlists/{list}/imports',
      columns: IMPORT_COLUMNS,
      nothing: 'The list {list} has no imports.',
    }),
    ...LIST_SOURCE_COMMANDS,
    ...OWN_LIST_COMMANDS,
  ],
);

/** Opens the file before the import starts, so that nothing is imported if the file cannot be written. */
async function withIssuesFile<Result>(
  path: string | undefined,
  work: (write: (issue: object) => void) => Promise<Result>,
): Promise<Result> {
  if (path === undefined) return work(() => {});
  let file: number;
  try {
    file = openSync(path, 'w');
  } catch (error) {
    throw new InputError('file', `${path} cannot be written: ${(error as Error).message}`);
  }
  try {
    return await work((issue) => void writeSync(file, `${JSON.stringify(issue)}\n`));
  } finally {
    closeSync(file);
  }
}
