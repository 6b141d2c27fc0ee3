import type { AlertToRaise } from '@probity/contracts/alerts/events';
import type { CustomerCreated, CustomerEvent } from '@probity/contracts/customers/events';
import type { CustomerProfile } from '@probity/contracts/customers/profile';
import { canonicalJson } from '@probity/platform/canonical-json';
import { invalid } from '@probity/platform/errors';
import type { ScoredAlert } from '@probity/read-side/alerts/alert-queries';
import { fold } from '@probity/event-store/aggregate';
import { assessmentOf, type CustomerState, evolveCustomer } from './customer-state';

export interface CustomerToCreate {
  tenant_id: string;
  customer_id: string;
  profile: CustomerProfile;
  kyc_status: CustomerCreated['kyc_status'];
}

/**
 * Returns the customer as it was created, if an earlier delivery of this command created it.
 *
 * @param history the first events of the customer
 * @throws Refusal `customer_id_taken` when another command created it
 */
export function createdBefore(history: CustomerEvent[], command: CustomerToCreate): CustomerState {
  const [first] = history;
  const { tenant_id, customer_id, profile } = command;
  const isSame =
    first?.type === 'CustomerCreated' &&
    first.data.tenant_id === tenant_id &&
    canonicalJson(first.data.profile) === canonicalJson(profile);
  if (!isSame) throw invalid('customer_id_taken', `customer_id ${customer_id} is used by another customer`);
  const assessed = history.findIndex(({ type }) => type === 'RiskAssessed');
  const created = fold({ evolve: evolveCustomer }, history.slice(0, assessed + 1))!;
  assessmentOf(created);
  return created;
}

/** Returns an alert that is not raised yet in the form that scoring reads after it is raised. */
export const scoredWhenRaised = (
  { source, severity, alert_type, match, metadata }: AlertToRaise,
  raised_at: string,
): ScoredAlert => ({
  source,
  severity,
  alert_type,
  status: 'open',
  resolution: null,
  match: match ?? null,
  raised_at,
  count: 1,
  counterparty_country: typeof metadata.counterparty_country === 'string' ? metadata.counterparty_country : null,
});
