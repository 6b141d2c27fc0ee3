import type { ReadSideVerification } from '@probity/contracts/projections/verification';
import type { Lock } from '@probity/persistence/database';
import type { CompareParts } from '../audit/compare-audit';
import { VerificationReport } from './verification-report';

/** Compares rows with the events, adds what it finds to the report, and yields now and then. */
export type RowComparison = (parts: CompareParts, report: VerificationReport) => AsyncGenerator<void>;

/** Yields the progress of the comparison, and in the end what it found. */
export async function* compareRows(
  kind: string,
  compare: RowComparison,
  parts: CompareParts,
  lock: Lock,
): AsyncGenerator<ReadSideVerification> {
  const report = new VerificationReport();
  for await (const _ of compare(parts, report)) {
    if (lock.lost.aborted) throw new Error('the lock of the verification was lost; another one may run');
    yield report.line(kind);
  }
  yield report.line(undefined, true);
}
