import { command } from '../declaration/command';
import { repeated } from '../declaration/options';
import { InputError } from '../errors';
import { fileProblem } from '../files/file-problem';
import { readCheckpointFile } from '../files/read-checkpoint-file';
import type { Surroundings } from '../surroundings';

const NOTES = `
The command needs no server. The file may be compressed with gzip. Trust only keys that you did not get with the file:
without a trusted key nothing shows that Probity wrote the ledger, and the exit code is 1, as for a wrong bundle. It is
also 1 when the checkpoint signs only some of the transactions: export the bundle again. Checkpoints that you kept show
that the ledger still has what it had then: its end was not cut off, and no older state was restored.
docs/reference/ledger-bundle.md describes the format and what is verified.`;

const PROGRESS_EVERY = 100_000;

export const verifyBundleCommand = command({
  usage: 'verify-bundle <file>',
  summary: 'verify a bundle of a ledger without Probity; exit code 1 if it is not proven',
  example: 'ledger.jsonl.gz --key probity/tenant/…',
  options: {
    key: repeated('--key <key>', 'a key that you trust'),
    checkpoint: repeated('--checkpoint <file>', 'a signed checkpoint of the ledger that you kept'),
    checkpointKey: repeated(
      '--checkpoint-key <key>',
      'a key that you trust for kept checkpoints only, as one that leaked',
    ),
  },
  notes: NOTES,
  run: async ({ file, key, checkpoint = [], checkpointKey }, { surroundings, answer }) => {
    const { verifyBundle } = await import('@probity/ledger-verification/verify-bundle');
    const { reportText } = await import('@probity/ledger-verification/report-text');
    const trustedKeys = await checkedKeys('--key', key);
    const checkpointKeys = await checkedKeys('--checkpoint-key', checkpointKey);
    const checkpoints = await Promise.all(
      checkpoint.map(async (path) => ({ name: path, note: await readCheckpointFile(path) })),
    );
    const options = { trustedKeys, checkpoints, checkpointKeys };
    const report = await verifyBundle(linesOf(file), options, progressOn(surroundings)).catch(badFile);
    if (report.verdict !== 'proven') surroundings.exitCode = 1;
    answer(report, reportText(report));
  },
});

async function checkedKeys(option: string, keys: string[] = []): Promise<string[]> {
  const { LedgerVerificationError } = await import('@probity/ledger-verification/ledger-verification-error');
  const { parseKey } = await import('@probity/ledger-verification/verification-key');
  try {
    keys.forEach(parseKey);
    return keys;
  } catch (error) {
    throw error instanceof LedgerVerificationError ? new InputError('bad_key', `${option}: ${error.message}`) : error;
  }
}

async function badFile(error: unknown): Promise<never> {
  const { LedgerVerificationError } = await import('@probity/ledger-verification/ledger-verification-error');
  throw error instanceof LedgerVerificationError ? new InputError('file', error.message) : error;
}

async function* linesOf(file: string): AsyncGenerator<string> {
  const { readBundle } = await import('@probity/ledger-verification/read-bundle');
  const { Wrong } = await import('@probity/ledger-verification/bundle-report');
  const lines = readBundle(file);
  try {
    for (let next = await lines.next(); !next.done; next = await lines.next()) yield next.value;
  } catch (error) {
    throw error instanceof Wrong ? error : new InputError('file', fileProblem(file, error));
  }
}

const progressOn =
  ({ stderr }: Surroundings) =>
  ({ events, transactions }: { events: number; transactions: number }): void => {
    if (events % PROGRESS_EVERY === 0) stderr.write(`${events} events, ${transactions} transactions\n`);
  };
