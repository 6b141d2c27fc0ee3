import Type from 'typebox';
import { AlertToRaise, EXAMPLE_ALERT_TO_RAISE } from '../alerts/events';
import { EXAMPLE_PROFILE } from '../customers/example';
import { CustomerProfile } from '../customers/profile';
import { command } from '../declaration/command';
import { CUSTOMER_ID, EVENT_ID, POSTED_AT, TENANT_ID } from '../example-ids';
import { Id, Metadata } from '../fields';
import { PIPELINE_COMMANDS } from '../topics';
import { IngestedEventView } from './views';
import { EVENT_TYPES } from './words';

const topic = PIPELINE_COMMANDS;
const exampleEvent = { tenant_id: TENANT_ID, event_id: EVENT_ID };
const payload = {
  transaction_id: 'tx-2026-0001',
  account_ref: 'ACC-1001',
  amount: '9500.00',
  currency: 'USD',
  direction: 'inbound',
  occurred_at: '2026-03-02T09:16:29.000Z',
};

export const ingestEvent = command({
  name: 'pipeline.ingest-event',
  topic,
  summary: 'Accept an event of a customer. With the answer it is stored, and will have exactly one outcome.',
  key: (request) => request.event_id,
  request: Type.Object({
    tenant_id: Id,
    event_id: Type.String({ format: 'uuid', description: 'chosen by whoever asks, so that a redelivery is known' }),
    event_type: Type.Enum(EVENT_TYPES),
    payload: Metadata,
  }),
  reply: Type.Object({ event_id: Id }),
  example: { request: { ...exampleEvent, event_type: 'transaction', payload }, reply: { event_id: EVENT_ID } },
});

export const rerunEvent = command({
  name: 'pipeline.rerun-event',
  topic,
  summary: 'Run an event again whose processing was given up.',
  key: (request) => request.event_id,
  request: Type.Object({ tenant_id: Id, event_id: Id, officer: Type.String(), reason: Type.String() }),
  reply: IngestedEventView,
  example: {
    request: { ...exampleEvent, officer: 'j.doe', reason: 'the rule that failed was mended' },
    reply: {
      ...exampleEvent,
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
  },
});

/** Pairs that staff dismissed before are left out. */
export const screenCustomer = command({
  name: 'pipeline.screen-customer',
  topic,
  summary:
    'Compare a customer, its owners and its related parties with the lists. Answers the alerts that the matches ' +
    'call for, and remembers nothing.',
  key: (request) => request.customer_id,
  request: Type.Object({ tenant_id: Id, customer_id: Id, profile: CustomerProfile }),
  reply: Type.Object({
    mode: Type.String({ description: 'native, external or plugin; not native: nothing was screened' }),
    entries: Type.Integer({ description: 'list entries that were compared with' }),
    alerts: Type.Array(AlertToRaise),
  }),
  example: {
    request: { tenant_id: TENANT_ID, customer_id: CUSTOMER_ID, profile: EXAMPLE_PROFILE },
    reply: { mode: 'native', entries: 18_412, alerts: [EXAMPLE_ALERT_TO_RAISE] },
  },
});
