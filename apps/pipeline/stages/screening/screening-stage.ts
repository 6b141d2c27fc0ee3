import type { CustomerProfile } from '@probity/contracts/customers/profile';
import type { ComplianceSettings } from '@probity/contracts/settings/compliance-settings';
import type { AlertToRaise } from '@probity/contracts/alerts/events';
import type { StageMode } from '@probity/contracts/settings/compliance-settings';
import type { CustomerScreening, ScreeningFindings } from '../../screening/customer-screening';
import type { Counterparty } from '../../screening/subjects';

/** Screening against lists in the state of the last `refresh`. */
export type Screening = Pick<CustomerScreening, 'refresh' | 'screenProfile' | 'screenCounterparty'>;

/** The matches. `result` is set when nothing was compared, and says why. */
export interface Screened {
  alerts: AlertToRaise[];
  evidence: Partial<ScreeningFindings['evidence']> & Record<string, unknown>;
  result?: string;
}

/** A transaction without a named counterparty. */
export const NO_COUNTERPARTY: Screened = {
  alerts: [],
  evidence: { counterparty: 'not named' },
  result: 'nothing_to_screen',
};

/** Compares a customer and its counterparties with lists. The caller refreshes the lists first. */
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
  screenCounterparty(
    tenantId: string,
    customer: { id: string; profile: CustomerProfile },
    counterparty: Partial<Counterparty> | undefined,
    settings: ComplianceSettings,
  ): Promise<Screened>;
}
