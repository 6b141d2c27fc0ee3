import Type from 'typebox';
import { command } from '../declaration/command';
import { AlertToRaise } from '../customers/commands';
import { CustomerProfile } from '../customers/profile';
import { Id, Metadata } from '../fields';
import { PIPELINE_COMMANDS } from '../topics';
import { EVENT_TYPES, IngestedEventView } from './views';

const topic = PIPELINE_COMMANDS;

/** Accepts an event: when the reply comes, it is durable and will have exactly one outcome. */
export const ingestEvent = command({
  name: 'pipeline.ingest-event',
  topic,
  key: (request) => request.event_id,
  request: Type.Object({
    tenant_id: Id,
    event_id: Type.String({ format: 'uuid', description: 'chosen by whoever asks, so that a redelivery is known' }),
    event_type: Type.Enum(EVENT_TYPES),
    payload: Metadata,
  }),
  reply: Type.Object({ event_id: Id }),
});

/** Runs a dead event again. */
export const rerunEvent = command({
  name: 'pipeline.rerun-event',
  topic,
  key: (request) => request.event_id,
  request: Type.Object({ tenant_id: Id, event_id: Id, officer: Type.String(), reason: Type.String() }),
  reply: IngestedEventView,
});

/**
 * Screens a customer, its owners and its related parties against the lists. Answers the alerts that the
 * matches call for, and remembers nothing; pairs that staff dismissed before are left out.
 */
export const screenCustomer = command({
  name: 'pipeline.screen-customer',
  topic,
  key: (request) => request.customer_id,
  request: Type.Object({ tenant_id: Id, customer_id: Id, profile: CustomerProfile }),
  reply: Type.Object({
    mode: Type.String({ description: 'native, external or plugin; not native: nothing was screened' }),
    entries: Type.Integer({ description: 'list entries that were compared with' }),
    alerts: Type.Array(AlertToRaise),
  }),
});
