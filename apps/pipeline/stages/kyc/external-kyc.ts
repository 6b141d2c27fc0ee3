import { skipped } from '../skipped';
import type { KycStage } from './kyc-stage';

const reported = { skip_kyc: true, kyc_mode: 'external' } as const;

/** The provider checks identities by itself, and sets the status with its webhooks. */
export const externalKyc: KycStage = {
  reported,
  check: () => Promise.resolve({ stage: skipped('kyc', 'external'), mustMove: false, alerts: [], reported }),
};
