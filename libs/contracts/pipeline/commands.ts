import Type from 'typebox';
import { AlertToRaise } from '../alerts/events';
import { CustomerProfile } from '../customers/profile';
import { command, commandsOf } from '../declaration/command';
import { Id, Metadata } from '../fields';
import { PIPELINE_COMMANDS } from '../topics';
import { IngestedEventView } from './views';
import { EVENT_TYPES } from './words';
import { institutionActor, officer } from '../staff/officer';

const eventCommand = commandsOf(PIPELINE_COMMANDS, 'event_id');

export const ingestEvent = eventCommand({
  name: 'pipeline.ingest-event',
  summary: 'Accept an event of a customer. The reply means that it is stored; it gets exactly one outcome.',
  request: Type.Object({
    tenant_id: Id,
    event_id: Type.String({ format: 'uuid', description: 'the caller chooses it, so that a redelivery is recognized' }),
    event_type: Type.Enum(EVENT_TYPES),
    payload: Metadata,
    ...institutionActor,
  }),
  reply: Type.Object({ event_id: Id }),
});

export const rerunEvent = eventCommand({
  name: 'pipeline.rerun-event',
  summary: 'Retry an event whose status is `dead`.',
  request: Type.Object({ tenant_id: Id, event_id: Id, ...officer, reason: Type.String() }),
  reply: IngestedEventView,
});

/** Pairs that staff dismissed before are omitted. */
export const screenCustomer = command({
  name: 'pipeline.screen-customer',
  topic: PIPELINE_COMMANDS,
  summary:
    'Compare a customer, its owners and its related parties with the lists. Returns the alerts for the matches ' +
    'and stores nothing.',
  key: (request) => request.customer_id,
  request: Type.Object({ tenant_id: Id, customer_id: Id, profile: CustomerProfile }),
  reply: Type.Object({
    mode: Type.String({ description: 'native, external or plugin; not native: the command did not screen' }),
    entries: Type.Integer({ description: 'list entries that were compared' }),
    alerts: Type.Array(AlertToRaise),
  }),
});
