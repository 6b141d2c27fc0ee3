import type { BundleReport } from './bundle-report';
import { readBundle } from './read-bundle';
import { readText, refuseFolder } from './read-text';
import { reportText } from './report-text';
import { verifyBundle } from './verify-bundle';

const EXIT_CODES: Record<BundleReport['verdict'], number> = { proven: 0, wrong: 1, unproven: 3 };
const PROGRESS_EVERY = 100_000;

export interface BundleOptions {
  keys: string[];
  /** files with checkpoints that were kept */
  checkpoints: string[];
  /** trusted for these only */
  checkpointKeys: string[];
  asJson: boolean;
}

/** Verifies a bundle, and prints the report. Returns the exit code. */
export async function verifyBundleFile(file: string, given: BundleOptions): Promise<number> {
  const { keys, checkpointKeys, asJson } = given;
  const checkpoints = given.checkpoints.map((path) => ({ name: path, note: readText(path) }));
  const options = { trustedKeys: keys, checkpoints, checkpointKeys };
  refuseFolder(file);
  const report = await verifyBundle(readBundle(file), options, ({ events, transactions }) => {
    if (events % PROGRESS_EVERY === 0) process.stderr.write(`${events} events, ${transactions} transactions\n`);
  });
  process.stdout.write(`${asJson ? JSON.stringify(report, null, 2) : reportText(report)}\n`);
  return EXIT_CODES[report.verdict];
}
