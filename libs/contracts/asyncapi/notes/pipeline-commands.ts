import { ingestEvent, rerunEvent, screenCustomer } from '../../pipeline/commands';
import { CUSTOMER_ID, EVENT_ID, POSTED_AT, TENANT_ID } from '../example-ids';
import { ALERT_TO_RAISE } from './alert-example';
import { about } from './command-note';
import { EXAMPLE_PROFILE } from './customer-example';

const ofEvent = { tenant_id: TENANT_ID, event_id: EVENT_ID };
const payload = {
  transaction_id: 'tx-2026-0001',
  account_ref: 'ACC-1001',
  amount: '9500.00',
  currency: 'USD',
  direction: 'inbound',
  occurred_at: '2026-03-02T09:16:29.000Z',
};

export const PIPELINE_COMMAND_NOTES = [
  about(
    ingestEvent,
    'Accept an event of a customer. With the answer it is stored, and will have exactly one outcome.',
    { ...ofEvent, event_type: 'transaction', payload },
    { event_id: EVENT_ID },
  ),

  about(
    rerunEvent,
    'Run an event again whose processing was given up.',
    { ...ofEvent, officer: 'j.doe', reason: 'the rule that failed was mended' },
    {
      ...ofEvent,
      event_type: 'transaction',
      payload,
      status: 'pending',
      customer_id: CUSTOMER_ID,
      received_at: POSTED_AT,
      processed_at: null,
      attempts: 0,
      last_error: null,
      duplicate_of: null,
      stages: [],
      alert_ids: [],
    },
  ),

  about(
    screenCustomer,
    'Compare a customer, its owners and its related parties with the lists. Answers the alerts that the matches ' +
      'call for, and remembers nothing.',
    { tenant_id: TENANT_ID, customer_id: CUSTOMER_ID, profile: EXAMPLE_PROFILE },
    { mode: 'native', entries: 18_412, alerts: [ALERT_TO_RAISE] },
  ),
];
