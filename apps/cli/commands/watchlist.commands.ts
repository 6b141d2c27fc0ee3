import { closeSync, openSync, writeSync } from 'node:fs';
import type { WatchlistView } from '@probity/contracts/watchlists/views';
import type { WatchlistFormat } from '@probity/watchlists/importer';
import { command, group } from '../declaration/command';
import { OFFICER, optional } from '../declaration/options';
import { CliError, UsageError } from '../errors';
import { type Column, table } from '../output/table';
import { chooseFiles } from '../watchlists/choose-files';
import { ImportIssues } from '../watchlists/import-issues';
import { importList } from '../watchlists/import-list';
import { importOutcome, importProgress, importReport } from '../watchlists/import-report';

/** The list that a format is imported into unless another is named. */
const USUAL_LISTS: Record<WatchlistFormat, string> = {
  'ofac-sdn': 'ofac-sdn',
  'un-consolidated': 'un-sc',
  'uk-sanctions': 'uk-sanctions',
  'eu-fsf': 'eu-fsf',
  'opensanctions-targets': 'opensanctions',
  followthemoney: 'opensanctions',
};

const ABOUT_IMPORTS = `
Formats, and the lists they are imported into unless --list names another:
${Object.entries(USUAL_LISTS)
  .map(([format, list]) => `  ${format.padEnd(22)} ${list}`)
  .join('\n')}
The files are told from each other by their names; give a folder, or the files of one list. A list changes
as a whole, once all of it was read. Run it again if it was cut off; importing the same files twice changes
nothing. A version that lacks over a tenth of the entries of the one before needs --allow-removal.`;

const COLUMNS: Column<WatchlistView>[] = [
  { title: 'LIST', value: (row) => row.list },
  { title: 'VERSION', value: (row) => row.version, align: 'right' },
  { title: 'ENTRIES', value: (row) => row.entries.toLocaleString('en-US'), align: 'right' },
  { title: 'FORMAT', value: (row) => row.format },
  { title: 'IMPORTED', value: (row) => row.imported_at },
];

export const addWatchlistCommands = group(
  'watchlist',
  'the lists that all tenants are screened against',
  'import ofac/',
  [
    command({
      usage: 'import <paths...>',
      summary: 'import a new version of a list from its files',
      example: 'sdn.csv alt.csv add.csv sdn_comments.csv --list ofac-sdn',
      options: {
        list: optional('--list <name>', 'the list; each format has a usual one'),
        format: optional(
          '--format <format>',
          'what the files are, if their names do not tell',
          Object.keys(USUAL_LISTS),
        ),
        allowRemoval: optional('--allow-removal', 'take a version that lacks many entries of the one before'),
        issuesFile: optional(
          '--issues <file>',
          'write all that was skipped or malformed into this file, as lines of JSON',
        ),
        officer: OFFICER,
      },
      notes: ABOUT_IMPORTS,
      run: async ({ paths, format, issuesFile, officer, ...options }, { backOffice, answer, progress }) => {
        const allowRemoval = options.allowRemoval === true;
        const { IMPORTERS, recogniseFiles } = await import('@probity/watchlists/importers');
        const chosen = chooseFiles(paths, format, { importers: IMPORTERS, recognise: recogniseFiles });
        const { importer, absent } = chosen;
        if (absent.length > 0 && !allowRemoval) {
          throw new UsageError(
            `no file is ${absent.map((role) => `"${role}"`).join(', ')} of ${importer.format}; without them what they say ` +
              'of the entries, aliases above all, would be gone. --allow-removal imports the rest all the same.',
          );
        }
        const order = { ...chosen, list: options.list ?? USUAL_LISTS[importer.format], officer, allowRemoval };

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
        answer({ items }, table(items, COLUMNS, 'No list was imported yet.'));
      },
    }),
  ],
);

/** Opens the file before anything is done, so that one that cannot be written costs nothing. */
async function withIssuesFile<Result>(
  path: string | undefined,
  work: (write: (issue: object) => void) => Promise<Result>,
): Promise<Result> {
  if (path === undefined) return work(() => {});
  let file: number;
  try {
    file = openSync(path, 'w');
  } catch (error) {
    throw new CliError('file', `${path} cannot be written: ${(error as Error).message}`);
  }
  try {
    return await work((issue) => void writeSync(file, `${JSON.stringify(issue)}\n`));
  } finally {
    closeSync(file);
  }
}
