import {
  type ActorType,
  CUSTOMER_STREAM_PREFIX,
  type CustomerEvent,
  type Assessment,
  customerStream,
} from '@probity/contracts/customers/events';
import type { CustomerProfile, KycStatus } from '@probity/contracts/customers/profile';
import type { CustomerView } from '@probity/contracts/customers/views';
import { CUSTOMER_ROW, CUSTOMER_TABLES, projectCustomerEvents } from '@probity/read-side/customers/customer-projection';
import { changedProfile, customerView } from '@probity/read-side/customers/customer-view';
import type { Aggregate } from '@probity/event-store/aggregate';
import {
  decidedByProvider,
  decidedByStaff,
  decisionsAtCreation,
  type ProviderDecisions,
} from '../kyc/provider-decisions';
import { CUSTOMER_AUDIT } from '@probity/read-side/customers/customer-audit';

/** The state of a customer that its decisions use. */
export interface CustomerState {
  id: string;
  tenant_id: string;
  profile: CustomerProfile;
  kyc_status: KycStatus;
  /** who decided the status; undefined: it is the status of the creation */
  kyc_decided_by: ActorType | undefined;
  /** undefined: they were not read, because only a decision on a signal needs them */
  provider_decisions: ProviderDecisions | undefined;
  /** undefined only between the first two events of a customer, which are appended together */
  assessment: Assessment | undefined;
  /** undefined: its erasure was not requested */
  erasure: RequestedErasure | undefined;
  created_at: string;
  updated_at: string;
}

/** A requested erasure. From the request on the customer is restricted; once it is erased, nothing about it changes. */
export interface RequestedErasure {
  relationship_ended_on: string;
  requested_at: string;
  erased_at: string | undefined;
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
      kyc_decided_by: undefined,
      provider_decisions: decisionsAtCreation(kyc_status),
      assessment: undefined,
      erasure: undefined,
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
    case 'KycStatusChanged': {
      const { to: kyc_status, actor_type: kyc_decided_by, changed_at: updated_at } = data;
      const decisions = state.provider_decisions;
      const provider_decisions = kyc_decided_by === 'staff' && decisions ? decidedByStaff(data, decisions) : decisions;
      return { ...state, kyc_status, kyc_decided_by, provider_decisions, updated_at };
    }
    case 'ProviderSignalRecorded':
      return {
        ...state,
        provider_decisions: state.provider_decisions && decidedByProvider(data, state.provider_decisions),
      };
    case 'RiskAssessed': {
      const updated_at = data.rating_from === data.rating_to ? state.updated_at : data.assessed_at;
      return { ...state, assessment: data.assessment, updated_at };
    }
    case 'AllowListEntryAdded':
    case 'AllowListEntryEnded':
    case 'CustomerDataExported':
      return state;
    case 'CustomerErasureRequested': {
      const { relationship_ended_on, requested_at } = data;
      return { ...state, erasure: { relationship_ended_on, requested_at, erased_at: undefined } };
    }
    case 'CustomerErasureWithdrawn':
      return { ...state, erasure: undefined };
    case 'CustomerErased':
      return { ...state, erasure: state.erasure && { ...state.erasure, erased_at: data.erased_at } };
  }
}

/** The stream of a customer. Decisions use its state on the read side (`Customers`). */
export const CUSTOMER: Aggregate<CustomerEvent, CustomerEvent> = {
  name: 'customer',
  kind: 'customers',
  prefix: CUSTOMER_STREAM_PREFIX,
  stream: customerStream,
  evolve: (_before, event) => event,
  tenantOf: ({ data }) => data.tenant_id,
  row: CUSTOMER_ROW,
  tables: CUSTOMER_TABLES,
  audit: CUSTOMER_AUDIT,
  projection: projectCustomerEvents,
  decidesOnReadSide: true,
};

/** The last assessment. @throws Error for a customer without one, which is a defect */
export function assessmentOf({ id, assessment }: CustomerState): Assessment {
  if (!assessment) throw new Error(`customer ${id} was never assessed`);
  return assessment;
}

export function viewOf(state: CustomerState): CustomerView {
  const { id, tenant_id, profile, kyc_status, created_at, updated_at } = state;
  const risk_rating = assessmentOf(state).rating;
  const restricted_at = state.erasure?.requested_at ?? null;
  const erased_at = state.erasure?.erased_at ?? null;
  const facts = { id, tenant_id, profile, kyc_status, risk_rating, created_at, updated_at };
  return customerView({ ...facts, restricted_at, erased_at });
}
