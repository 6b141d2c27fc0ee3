#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { verifyBundleFile } from './bundle-command';
import { LedgerVerificationError } from './ledger-verification-error';
import { UnreadableFile } from './read-text';
import { verifyReceiptFiles } from './receipt-command';

const USAGE = `usage: ledger-verification bundle <file> [--key <key>]... [--checkpoint <file>]...
                           [--checkpoint-key <key>]... [--json]
       ledger-verification receipt <file>... [--key <key>]... [--json]

Verifies a bundle of a ledger of Probity, which may be compressed with gzip, or receipts of postings.

  --key <key>             a key that you trust, <name>+<key id>+<base64>; may be repeated
  --checkpoint <file>     a signed checkpoint of the ledger that you kept, which the bundle must continue; may be repeated
  --checkpoint-key <key>  a key that you trust for kept checkpoints only, such as one that leaked later; may be repeated
  --json                  print the report of a bundle as JSON, and an object for each receipt

exit codes: 0 proven; 1 wrong, or damaged; 2 the call is invalid, or a file cannot be opened;
            3 nothing is wrong, but no key that you trust has signed all of it, or a bundle is older than a checkpoint
`;

const INVALID = 2;

async function main(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      key: { type: 'string', multiple: true },
      checkpoint: { type: 'string', multiple: true },
      'checkpoint-key': { type: 'string', multiple: true },
      json: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) {
    process.stdout.write(USAGE);
    return 0;
  }
  const { key: keys = [], checkpoint: checkpoints = [], json: asJson = false } = values;
  const checkpointKeys = values['checkpoint-key'] ?? [];
  const [command, file, ...more] = positionals;
  if (command === 'bundle' && file !== undefined && more.length === 0)
    return verifyBundleFile(file, { keys, checkpoints, checkpointKeys, asJson });
  if (command === 'receipt' && file !== undefined && checkpoints.length + checkpointKeys.length === 0)
    return verifyReceiptFiles([file, ...more], keys, asJson);
  process.stderr.write(USAGE);
  return INVALID;
}

// A reader that closes the pipe early, such as `head`, changes nothing about the verdict.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') return;
    // A report that cannot be written is no verdict.
    console.error(`the report cannot be written: ${error.message}`);
    process.exit(INVALID);
  });
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    const code = (error as { code?: unknown }).code;
    const isExpected =
      error instanceof LedgerVerificationError ||
      error instanceof UnreadableFile ||
      typeof code === 'string' ||
      error instanceof RangeError;
    process.stderr.write(`${isExpected ? (error as Error).message : String((error as Error).stack)}\n`);
    process.exitCode = INVALID;
  },
);
