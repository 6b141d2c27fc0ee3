import { type BundleHeader, formatHeader } from '../bundle-header';
import type { BundleReport } from '../bundle-report';
import type { KeptCheckpoint } from '../kept-checkpoints';
import { verifyBundle } from '../verify-bundle';
import { GeneratedLedger, type Shape, TRUSTED_KEY } from './generated-ledger';

export interface Bundle {
  header: BundleHeader;
  events: string[];
}

export async function bundleOf(shape: Shape): Promise<Bundle> {
  const ledger = new GeneratedLedger(shape);
  const events = [...ledger.lines()];
  return { header: await ledger.header(), events };
}

export const verify = (
  { header, events }: Bundle,
  trustedKeys = [TRUSTED_KEY],
  checkpoints?: KeptCheckpoint[],
): Promise<BundleReport> => verifyBundle([formatHeader(header), ...events], { trustedKeys, checkpoints });
