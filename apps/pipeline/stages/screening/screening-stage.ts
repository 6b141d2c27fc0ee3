import type { CustomerProfile } from '@probity/contracts/customers/profile';
import type { ComplianceSettings } from '@probity/contracts/settings/compliance-settings';
import type { AlertToRaise } from '@probity/contracts/alerts/events';
import type { StageMode } from '@probity/contracts/settings/compliance-settings';
import type { CustomerScreening, ScreeningFindings } from '../../screening/customer-screening';
import type { ScreenedTransaction } from '../../screening/transaction-subjects';

/** Screening against lists in the state of the last `refresh`. */
export type Screening = Pick<CustomerScreening, 'refresh' | 'screenProfile' | 'screenTransaction'>;

/** The matches. `result` is set when nothing was compared, and says why. */
export interface Screened {
  alerts: AlertToRaise[];
  evidence: Partial<ScreeningFindings['evidence']> & Record<string, unknown>;
  result?: string;
}

/** A transaction that names nothing to screen. */
export const NOTHING_NAMED: Screened = {
  alerts: [],
  evidence: { counterparty: 'not named' },
  result: 'nothing_to_screen',
};

/** Compares a customer and what its transactions name with lists. The caller refreshes the lists first. */
export interface ScreeningStage {
  readonly mode: StageMode;
  /** whether customers are screened again when Probity's lists change */
  readonly usesLists: boolean;
  /** @param until see CustomerScreening */
  screenProfile(
    tenantId: string,
    customerId: string,
    profile: CustomerProfile,
    settings: ComplianceSettings,
    until?: number,
  ): Promise<Screened>;
  screenTransaction(
    tenantId: string,
    customer: { id: string; profile: CustomerProfile },
    transaction: ScreenedTransaction,
    settings: ComplianceSettings,
  ): Promise<Screened>;
}
