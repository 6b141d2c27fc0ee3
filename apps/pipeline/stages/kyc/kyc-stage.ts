import type { StageOutcome } from '@probity/contracts/pipeline/views';
import type { LoadedCustomer } from '../../processing/load-customers';

/** Checks the identity data of a customer. */
export interface KycStage {
  /** sent to customer-risk with every finding; customer-risk sets the KYC status */
  readonly reported: { skip_kyc?: true };
  /**
   * @param at epoch milliseconds
   * @returns the stage's outcome, and whether customer-risk must set a status
   */
  check(
    at: number,
    customer: Pick<LoadedCustomer, 'profile' | 'kyc_status'>,
  ): { stage: StageOutcome; mustMove: boolean };
}
