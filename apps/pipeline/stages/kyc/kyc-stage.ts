import type { reportFindings } from '@probity/contracts/customers/commands';
import type { RequestOf } from '@probity/contracts/declaration/command';
import type { EventType, StageOutcome } from '@probity/contracts/pipeline/views';
import type { AlertToRaise } from '@probity/contracts/alerts/events';
import type { LoadedCustomer } from '../../processing/load-customers';

/** What customer-risk must know about the KYC stage to set the status of the customer. */
export type KycReport = Pick<RequestOf<typeof reportFindings>, 'skip_kyc' | 'kyc_mode' | 'provider_kyc'>;

export interface KycCheck {
  event_type: EventType;
  event_id: string;
  /** epoch milliseconds */
  at: number;
  customer: Pick<LoadedCustomer, 'id' | 'tenant_id' | 'profile' | 'kyc_status'>;
}

export interface CheckedIdentity {
  stage: StageOutcome;
  /** customer-risk must set a status */
  mustMove: boolean;
  alerts: AlertToRaise[];
  reported: KycReport;
}

/** Checks the identity of a customer. customer-risk sets the status. */
export interface KycStage {
  /** sent to customer-risk with findings that have no event, such as those of a changed list */
  readonly reported: KycReport;
  check(about: KycCheck): Promise<CheckedIdentity>;
}
