#!/usr/bin/env node
import { parseArgs } from 'node:util';
import type { BundleReport } from './bundle-report';
import { LedgerVerificationError } from './ledger-verification-error';
import { readBundle } from './read-bundle';
import { reportText } from './report-text';
import { verifyBundle } from './verify-bundle';

const USAGE = `usage: ledger-verification bundle <file> [--key <key>]... [--json]

Verifies a bundle of a ledger of Probity; the file may be compressed with gzip.

  --key <key>   a key that you trust, <name>+<key id>+<base64>; may be repeated
  --json        print the report as JSON

exit codes: 0 proven; 1 wrong, or damaged; 2 the call is invalid, or the file cannot be opened;
            3 nothing is wrong, but no key that you trust has signed all transactions
`;

const EXIT_CODES: Record<BundleReport['verdict'], number> = { proven: 0, wrong: 1, unproven: 3 };
const INVALID = 2;
const PROGRESS_EVERY = 100_000;

async function main(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      key: { type: 'string', multiple: true },
      json: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) {
    process.stdout.write(USAGE);
    return 0;
  }
  const [command, file, ...more] = positionals;
  if (command !== 'bundle' || file === undefined || more.length > 0) {
    process.stderr.write(USAGE);
    return INVALID;
  }
  const report = await verifyBundle(readBundle(file), { trustedKeys: values.key ?? [] }, ({ events, transactions }) => {
    if (events % PROGRESS_EVERY === 0) process.stderr.write(`${events} events, ${transactions} transactions\n`);
  });
  process.stdout.write(`${values.json ? JSON.stringify(report, null, 2) : reportText(report)}\n`);
  return EXIT_CODES[report.verdict];
}

// A reader that closes the pipe early, such as `head`, changes nothing about the verdict.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    const code = (error as { code?: unknown }).code;
    const isExpected =
      error instanceof LedgerVerificationError || typeof code === 'string' || error instanceof RangeError;
    process.stderr.write(`${isExpected ? (error as Error).message : String((error as Error).stack)}\n`);
    process.exitCode = INVALID;
  },
);
