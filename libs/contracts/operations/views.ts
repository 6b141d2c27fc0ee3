import Type, { type Static } from 'typebox';
import { view } from '../declaration/view';
import { TENANT_ID } from '../examples';
import { Id, nullable, Timestamp } from '../fields';

export const RunningService = view(
  'RunningService',
  Type.Object({
    service: Type.String(),
    instance: Type.String(),
    is_ready: Type.Boolean({ description: 'whether all its dependencies were available when it was last seen' }),
    is_silent: Type.Boolean({ description: 'it said nothing for half a minute: it hangs, or stopped without a word' }),
    dependencies: Type.Record(Type.String(), Type.Enum(['ok', 'unavailable'])),
    started_at: Timestamp,
    seen_at: Timestamp,
  }),
  { example: { service: 'pipeline', instance: 'pipeline-1', dependencies: { database: 'ok' } } },
);

export const FollowerState = view(
  'FollowerState',
  Type.Object({
    name: Type.String(),
    behind: nullable(Type.Integer(), {
      description: 'events that it has not passed yet, up to 10,000; null if the events are in EventStoreDB',
    }),
    saved_at: Timestamp,
  }),
  { description: 'A reader of the whole event store.', example: { name: 'relay-ledger.ledger.event.v1', behind: 0 } },
);

const InboxState = view(
  'InboxState',
  Type.Object({
    pending: Type.Integer({ description: 'events that wait for the pipeline, up to 10,000' }),
    unresolved: Type.Integer({ description: 'events that wait for their customer, up to 10,000' }),
    dead: Type.Integer({ description: 'events whose processing failed repeatedly, up to 10,000' }),
    oldest_pending_seconds: Type.Number(),
  }),
);

const DueDeliveries = view(
  'DueDeliveries',
  Type.Object({
    due: Type.Integer({ description: 'deliveries that are due, up to 10,000' }),
    oldest_due_seconds: Type.Number(),
  }),
);

export const OperationsView = view(
  'Operations',
  Type.Object({
    at: Timestamp,
    services: Type.Array(RunningService),
    followers: Type.Array(FollowerState),
    inbox: InboxState,
    webhooks: DueDeliveries,
    dead_letters: Type.Integer({ description: 'messages that a service could not handle, up to 10,000' }),
  }),
  { description: 'The state of the installation.' },
);

export const DeadLetter = view(
  'DeadLetter',
  Type.Object({
    service: Type.String({ description: 'the service that could not handle it' }),
    message: Type.String({ description: 'names the letter among those of the service' }),
    kind: Type.Enum(['command', 'fact']),
    type: Type.String({ description: 'the name of the command, or what happened' }),
    stream: nullable(Type.String(), { description: 'the stream of the event; null for a command' }),
    revision: nullable(Type.Integer(), { description: 'its revision in the stream; null for a command' }),
    attempts: Type.Integer({ description: 'how often it was tried before it was given up' }),
    at: Timestamp,
    state: Type.Enum(['failed', 'waiting'], {
      description: '`waiting`: an operator had it handled again, and the service has not done it yet',
    }),
    again_at: nullable(Timestamp, { description: 'when an operator had it handled again; null unless it waits' }),
  }),
  {
    description:
      'A message that a service could not handle. The log of the service and, with Kafka, the dead-letter topic say why.',
    example: {
      service: 'pipeline',
      message: `customer-${TENANT_ID}@3`,
      kind: 'fact',
      type: 'customer-risk.CustomerProfileChanged',
      stream: `customer-${TENANT_ID}`,
      revision: 3,
      attempts: 5,
      state: 'failed',
      again_at: null,
    },
  },
);

export const TenantBacklog = view(
  'TenantBacklog',
  Type.Object({
    id: Id,
    slug: Type.String(),
    name: Type.String(),
    pending: Type.Integer({ description: 'events that wait, up to 1,000' }),
    unresolved: Type.Integer({ description: 'up to 1,000' }),
    dead: Type.Integer({ description: 'up to 1,000' }),
    open_notices: Type.Integer({ description: 'up to 1,000' }),
    created_at: Timestamp,
  }),
  { description: 'A tenant, and what waits or failed of it.', example: { id: TENANT_ID, slug: 'bank', name: 'Bank' } },
);

export const SealedSecrets = view(
  'SealedSecrets',
  Type.Object({
    service: Type.String(),
    secrets: Type.String({ description: 'what the service keeps sealed' }),
    key: Type.Enum(['master', 'personal_data'], { description: 'PROBITY_MASTER_KEY or PROBITY_PERSONAL_DATA_KEY' }),
    sealing_key: Type.String({ description: 'the name of the key with which the service seals' }),
    is_replacing: Type.Boolean({ description: 'whether the service has the previous key, and seals again' }),
    sealed: Type.Integer({ description: 'secrets that this key has sealed' }),
    left: Type.Integer({ description: 'secrets that say another key, or none because an older version sealed them' }),
    left_by_key: Type.Record(Type.String(), Type.Integer(), {
      description: 'secrets that are left, by the name of their key; the empty name: sealed by an older version',
    }),
    counted_at: Timestamp,
  }),
  {
    description: 'How many secrets a service has sealed with which key. Names of keys do not reveal them.',
    example: {
      service: 'ledger',
      secrets: 'signing keys of ledgers',
      sealing_key: '3f1b6f0a9d2c4e58',
      is_replacing: true,
      sealed: 11,
      left: 1,
      left_by_key: { c0ffee0123456789: 1 },
    },
  },
);

export type SealedSecrets = Static<typeof SealedSecrets>;
export type RunningService = Static<typeof RunningService>;
export type FollowerState = Static<typeof FollowerState>;
export type OperationsView = Static<typeof OperationsView>;
export type DeadLetter = Static<typeof DeadLetter>;
export type TenantBacklog = Static<typeof TenantBacklog>;
