import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { basename, extname, join, resolve } from 'node:path';
import { Command, Option } from 'commander';
import type { Demo } from '../testing/standalone-process';
import { bookOf } from './book';
import { checkJournal } from './check-journal';
import type { Journal } from './journal';
import { type Format, formatOf, FORMATS, readJournal } from './read-journal';
import { reportText } from './report-text';

interface Options {
  file: string;
  format?: Format;
  tenant?: string;
  json?: boolean;
}

const command = new Command('journal')
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
  .description(
    'Posts a plain-text-accounting journal to the running Probity and compares every balance with what the ' +
      "journal's own tool computes. A second run posts nothing.",
  )
  .requiredOption('--file <path>', 'the journal')
  .addOption(new Option('--format <tool>', 'the tool of the journal (default: by the file name)').choices(FORMATS))
  .option('--tenant <slug>', 'the tenant to post to, created if missing (default: a separate tenant per journal)')
  .option('--json', 'print one JSON object and nothing else')
  .addHelpText(
    'after',
    `
PROBITY_DATA_DIR/demo.json has the address of the running Probity; PROBITY_DATA_DIR is .probity/ by default.
Exit code: 0 if all balances agree, 1 if any differs, 2 if they could not be compared.`,
  );

async function main(options: Options): Promise<number> {
  const format = options.format ?? formatOf(options.file);
  const instance = runningInstance();
  progress(`reading ${options.file} with ${format}`);
  const journal = await readJournal(options.file, format);
  const tenant = options.tenant ?? tenantOf(options.file, journal);
  const report = await checkJournal(instance, tenant, journal, progress);
  progress('');
  const text = options.json
    ? JSON.stringify({ file: options.file, format, ...report }, null, 2)
    : reportText(report, format);
  process.stdout.write(`${text.trimEnd()}\n`);
  return report.differing.length === 0 ? 0 : 1;
}

function runningInstance(): Demo {
  const path = join(resolve(process.env.PROBITY_DATA_DIR || '.probity'), 'demo.json');
  if (!existsSync(path)) {
    throw new Error(
      `${path} does not exist: start Probity with \`npm start\`, or set PROBITY_DATA_DIR to its value there`,
    );
  }
  return JSON.parse(readFileSync(path, 'utf8')) as Demo;
}

/** Returns a slug for exactly these transactions: another journal, or an edited one, gets another tenant. */
function tenantOf(file: string, journal: Journal): string {
  const keys = bookOf(journal.transactions).flatMap(({ commodity, postings }) => [
    commodity,
    ...postings.map(({ idempotencyKey }) => idempotencyKey),
  ]);
  const digest = createHash('sha256').update(JSON.stringify(keys)).digest('hex').slice(0, 8);
  const name = basename(file, extname(file))
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-');
  return `journal-${name.slice(0, 40)}-${digest}`.replaceAll(/-+/g, '-');
}

/** Overwrites one line of progress, on a terminal only. Cuts the text, because a wrapped line cannot be cleared. */
function progress(text: string): void {
  const { isTTY, columns } = process.stderr;
  if (isTTY) process.stderr.write(`\r\u001b[K${text.slice(0, (columns || 80) - 1)}`);
}

main(command.parse().opts<Options>()).then(
  (code) => {
    process.exitCode = code;
  },
  (error: Error) => {
    progress('');
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 2;
  },
);
