import { skipped } from '../skipped';
import type { KycStage } from './kyc-stage';

/** Another system checks identities and sets the KYC status; Probity skips the stage. */
export const externalKyc: KycStage = {
  reported: { skip_kyc: true },
  check: () => ({ stage: skipped('kyc', 'external'), mustMove: false }),
};
