import type { CustomerCreated, CustomerProfileChanged, KycStatusChanged, RiskAssessed } from '../../customers/events';
import { CREATED_AT, CUSTOMER_ID, DECIDED_AT, EVENT_ID, RAISED_AT, TENANT_ID } from '../example-ids';
import { EXAMPLE_ASSESSMENT, EXAMPLE_PROFILE } from './customer-example';
import { note } from './fact-note';

const ofCustomer = { customer_id: CUSTOMER_ID, tenant_id: TENANT_ID };

export const CUSTOMER_FACT_NOTES = {
  'customer-risk.CustomerCreated': note<CustomerCreated>(
    'A customer was created. It is the first event of its stream.',
    CUSTOMER_ID,
    { ...ofCustomer, profile: EXAMPLE_PROFILE, kyc_status: 'pending', created_at: CREATED_AT },
  ),
  'customer-risk.CustomerProfileChanged': note<CustomerProfileChanged>(
    'Fields of the profile of a customer have other values. Those that are left out stay as they were.',
    CUSTOMER_ID,
    { ...ofCustomer, changes: { occupation: 'consultant' }, event_id: EVENT_ID, changed_at: RAISED_AT },
  ),
  'customer-risk.KycStatusChanged': note<KycStatusChanged>('The KYC status of a customer has changed.', CUSTOMER_ID, {
    ...ofCustomer,
    from: 'pending',
    to: 'in_review',
    reason: 'the passport was handed in',
    actor_type: 'staff',
    actor: 'staff:j.doe',
    changed_at: DECIDED_AT,
  }),
  'customer-risk.RiskAssessed': note<RiskAssessed>(
    'A customer was scored with another result than before. Where `rating_from` is not `rating_to`, it is an item of ' +
      'the risk history; on the first scoring `rating_from` is null.',
    CUSTOMER_ID,
    {
      ...ofCustomer,
      rating_from: 'low',
      rating_to: 'high',
      reason: 'screening raised a match',
      trigger_type: 'list_change',
      actor_type: 'system',
      assessment: EXAMPLE_ASSESSMENT,
      assessed_at: RAISED_AT,
    },
  ),
};
