import { readFileSync } from 'node:fs';
import type { BundleReport } from './bundle-report';
import { readBundle } from './read-bundle';
import { reportText } from './report-text';
import { verifyBundle } from './verify-bundle';

const EXIT_CODES: Record<BundleReport['verdict'], number> = { proven: 0, wrong: 1, unproven: 3 };
const PROGRESS_EVERY = 100_000;

export interface BundleOptions {
  keys: string[];
  /** files with checkpoints that were kept */
  checkpoints: string[];
  asJson: boolean;
}

/** Verifies a bundle, and prints the report. Returns the exit code. */
export async function verifyBundleFile(file: string, { keys, checkpoints, asJson }: BundleOptions): Promise<number> {
  const kept = checkpoints.map((path) => ({ name: path, note: readFileSync(path, 'utf8') }));
  const options = { trustedKeys: keys, checkpoints: kept };
  const report = await verifyBundle(readBundle(file), options, ({ events, transactions }) => {
    if (events % PROGRESS_EVERY === 0) process.stderr.write(`${events} events, ${transactions} transactions\n`);
  });
  process.stdout.write(`${asJson ? JSON.stringify(report, null, 2) : reportText(report)}\n`);
  return EXIT_CODES[report.verdict];
}
