import type { StageOutcome } from '@probity/contracts/pipeline/views';
import type { LoadedCustomer } from '../../processing/load-customers';

/** Looks at the identity data of a customer. */
export interface KycStage {
  /** goes to customer-risk with every finding, which moves the KYC status */
  readonly reported: { skip_kyc?: true };
  /**
   * @param at epoch milliseconds
   * @returns the stage's outcome, and whether customer-risk has a status to move
   */
  check(
    at: number,
    customer: Pick<LoadedCustomer, 'profile' | 'kyc_status'>,
  ): { stage: StageOutcome; mustMove: boolean };
}
