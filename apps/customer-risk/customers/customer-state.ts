import {
  CUSTOMER_STREAM_PREFIX,
  type CustomerEvent,
  customerStream,
  type RiskAssessed,
} from '@probity/contracts/customers/events';
import type { CustomerProfile, KycStatus } from '@probity/contracts/customers/profile';
import type { CustomerView } from '@probity/contracts/customers/views';
import { projectCustomerEvents } from '@probity/read-side/customers/customer-projection';
import { changedProfile, customerView } from '@probity/read-side/customers/customer-view';
import type { Aggregate } from '@probity/event-store/aggregate';

/** The state of a customer that its decisions use. */
export interface CustomerState {
  id: string;
  tenant_id: string;
  profile: CustomerProfile;
  kyc_status: KycStatus;
  /** undefined only between the first two events of a customer, which are appended together */
  assessed: RiskAssessed | undefined;
  created_at: string;
  updated_at: string;
}

/** The state of a customer after an event. `updated_at` follows the same rules as on the read side. */
export function evolveCustomer(state: CustomerState | undefined, { type, data }: CustomerEvent): CustomerState {
  if (type === 'CustomerCreated') {
    const { customer_id, tenant_id, profile, kyc_status, created_at } = data;
    return {
      id: customer_id,
      tenant_id,
      profile,
      kyc_status,
      assessed: undefined,
      created_at,
      updated_at: created_at,
    };
  }
  if (!state) throw new Error(`the stream of customer ${data.customer_id} does not begin with CustomerCreated`);
  switch (type) {
    case 'CustomerProfileChanged': {
      const isChange = Object.keys(data.changes).length > 0;
      const updated_at = isChange ? data.changed_at : state.updated_at;
      return { ...state, profile: changedProfile(state.profile, data.changes), updated_at };
    }
    case 'KycStatusChanged':
      return { ...state, kyc_status: data.to, updated_at: data.changed_at };
    case 'RiskAssessed': {
      const updated_at = data.rating_from === data.rating_to ? state.updated_at : data.assessed_at;
      return { ...state, assessed: data, updated_at };
    }
  }
}

export const CUSTOMER: Aggregate<CustomerState, CustomerEvent> = {
  name: 'customer',
  kind: 'customers',
  prefix: CUSTOMER_STREAM_PREFIX,
  stream: customerStream,
  evolve: evolveCustomer,
  tenantOf: ({ tenant_id }) => tenant_id,
  projection: projectCustomerEvents,
};

/** The last assessment. @throws Error for a customer without one, which is a defect */
export function assessedOf({ id, assessed }: CustomerState): RiskAssessed {
  if (!assessed) throw new Error(`customer ${id} was never assessed`);
  return assessed;
}

export function viewOf(state: CustomerState): CustomerView {
  const { id, tenant_id, profile, kyc_status, created_at, updated_at } = state;
  const risk_rating = assessedOf(state).rating_to;
  return customerView({ id, tenant_id, profile, kyc_status, risk_rating, created_at, updated_at });
}
