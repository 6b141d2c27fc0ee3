import { assessCustomer, changeKycStatus, createCustomer, reportFindings } from '../../customers/commands';
import { ALERT_ID, CUSTOMER_ID, EVENT_ID, RAISED_AT, TENANT_ID } from '../example-ids';
import { ALERT_TO_RAISE } from './alert-example';
import { about } from './command-note';
import { EXAMPLE_ASSESSMENT, EXAMPLE_CUSTOMER, EXAMPLE_PROFILE } from './customer-example';

const ofCustomer = { tenant_id: TENANT_ID, customer_id: CUSTOMER_ID };

export const CUSTOMER_COMMAND_NOTES = [
  about(
    createCustomer,
    'Create a customer: screen it, raise the alerts that follow, score it, and answer it with its first rating.',
    { ...ofCustomer, profile: EXAMPLE_PROFILE, kyc_status: 'pending' },
    EXAMPLE_CUSTOMER,
  ),

  about(
    reportFindings,
    'Say what the pipeline found out about a customer: change its profile, raise the alerts that are not raised ' +
      'yet, check its identity data, score it again. The same findings again change nothing.',
    {
      ...ofCustomer,
      event_id: EVENT_ID,
      trigger_type: 'transaction',
      reason: 'monitoring raised an alert',
      occurred_at: RAISED_AT,
      alerts: [ALERT_TO_RAISE],
    },
    {
      raised: [ALERT_ID],
      kyc: { complete: true, consistent: true, checks: [] },
      kyc_status: 'pending',
      assessment: EXAMPLE_ASSESSMENT,
      rating_changed: false,
    },
  ),

  about(
    changeKycStatus,
    'Move the KYC status of a customer, along the allowed transitions only, and score it again.',
    { ...ofCustomer, to: 'in_review', reason: 'the passport was handed in', actor_type: 'staff', actor: 'staff:j.doe' },
    { ...EXAMPLE_CUSTOMER, kyc_status: 'in_review' },
  ),

  about(
    assessCustomer,
    'Score a customer again, for instance with a new scoring model.',
    { ...ofCustomer, trigger_type: 'model_change', reason: 'the settings have changed' },
    { assessment: EXAMPLE_ASSESSMENT, rating_changed: false },
  ),
];
