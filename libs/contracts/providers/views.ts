import Type, { type Static } from 'typebox';
import { ProviderKyc } from '../customers/events';
import { view } from '../declaration/view';
import { PROVIDER_ID, SIGNAL_ID } from '../examples';
import { Hash, Id, Metadata, nullable, Timestamp } from '../fields';
import { ProviderStage } from './events';
import { pluginFields, SignalAlert } from './signal';
import { PROVIDER_STATUSES, SIGNAL_STATUSES } from './words';

export type SignalStatus = (typeof SIGNAL_STATUSES)[number];

export const ProviderView = view(
  'Provider',
  Type.Object({
    id: Id,
    ...pluginFields,
    stages: Type.Array(ProviderStage),
    status: Type.Enum(PROVIDER_STATUSES),
    version: Type.Integer({ description: 'number of the configuration, from 1' }),
    configuration: Metadata,
    secrets: Type.Array(Type.String(), { description: 'names of the secrets that are set; Probity never shows them' }),
    officer: Type.String({ description: 'who changed it last' }),
    updated_at: Timestamp,
  }),
  { description: 'A provider of a tenant: a plugin with its configuration.', example: { id: PROVIDER_ID } },
);

export const ChangedProviderView = view(
  'ChangedProvider',
  Type.Object({
    ...ProviderView.properties,
    notes: Type.Array(Type.String(), {
      description: 'consequences for the stages that the provider runs, in sentences',
    }),
  }),
  { example: { id: PROVIDER_ID } },
);

export const PluginView = view(
  'ProviderPlugin',
  Type.Object({
    name: Type.String(),
    version: Type.String(),
    title: Type.String(),
    stages: Type.Array(ProviderStage),
    calls: Type.Array(ProviderStage, { description: 'stages that Probity can call during the processing of an event' }),
    webhooks: Type.Boolean({ description: 'the provider reports by webhook' }),
    configuration: Type.Record(Type.String(), Type.Unknown(), { description: 'JSON Schema, with the secrets' }),
    secrets: Type.Array(Type.String(), { description: 'fields of the configuration that are secrets' }),
  }),
  { description: 'A plugin of this installation.' },
);

export const ProviderTest = view(
  'ProviderTest',
  Type.Object({
    ok: Type.Boolean(),
    message: Type.String({ description: 'what worked, or why not' }),
    duration_ms: Type.Integer(),
  }),
  {
    description: 'The result of a harmless request to the provider.',
    example: { message: 'the credentials are valid' },
  },
);

const SignalCounts = view(
  'ProviderSignalCounts',
  Type.Object({ pending: Type.Integer(), applied: Type.Integer(), unresolved: Type.Integer() }),
);

export const ProviderHealth = view(
  'ProviderHealth',
  Type.Object({
    plugin: pluginFields.plugin,
    status: Type.Enum(PROVIDER_STATUSES),
    problem: Type.Optional(
      Type.String({ description: 'why Probity can use the provider neither for calls nor for webhooks' }),
    ),
    circuit: Type.Enum(['closed', 'half_open', 'open'], { description: 'open: Probity makes no calls for now' }),
    running: Type.Integer({ description: 'requests at this moment' }),
    waiting: Type.Integer({ description: 'requests that wait for their turn' }),
    requests: Type.Integer({ description: 'since the start of the process; a repetition is part of its request' }),
    failures: Type.Integer({ description: 'of these requests' }),
    p50_ms: nullable(Type.Number(), { description: 'of the newest requests; null before the first' }),
    p99_ms: nullable(Type.Number()),
    last_success_at: nullable(Timestamp),
    last_failure: nullable(Type.Object({ at: Timestamp, why: Type.String(), message: Type.String() })),
    signals: SignalCounts,
    last_signal_at: nullable(Timestamp),
  }),
  {
    description: 'Requests are those of the process that replies; signals are those of all processes.',
    example: { circuit: 'closed' },
  },
);

export const ProviderSignalView = view(
  'ProviderSignalDetail',
  Type.Object({
    id: Id,
    ...pluginFields,
    provider_event_id: Type.String(),
    event_source: Type.String({ description: "the provider's type of the event" }),
    occurred_at: Timestamp,
    customer_ref: nullable(Type.String(), { description: "the provider's id of the customer" }),
    account_ref: nullable(Type.String()),
    customer_id: nullable(Id, { description: 'the customer that it was applied to' }),
    status: Type.Enum(SIGNAL_STATUSES),
    reason: nullable(Type.String(), { description: 'why it is unresolved: no_customer or several_customers' }),
    last_error: nullable(Type.String(), { description: 'why applying it failed last; Probity retries' }),
    kyc: nullable(ProviderKyc),
    alert: nullable(SignalAlert),
    metadata: Metadata,
    effect: nullable(Metadata, { description: 'what it changed' }),
    payload_sha256: Hash,
    received_at: Timestamp,
    applied_at: nullable(Timestamp),
  }),
  { description: 'What a provider reported by webhook about one customer.', example: { id: SIGNAL_ID } },
);

export const ReceivedWebhook = view(
  'ReceivedProviderWebhook',
  Type.Object({ received: Type.Integer({ description: 'number of signals in the webhook' }) }),
);

export type ProviderView = Static<typeof ProviderView>;
export type ChangedProviderView = Static<typeof ChangedProviderView>;
export type PluginView = Static<typeof PluginView>;
export type ProviderTest = Static<typeof ProviderTest>;
export type ProviderHealth = Static<typeof ProviderHealth>;
export type ProviderSignalView = Static<typeof ProviderSignalView>;
export type ReceivedWebhook = Static<typeof ReceivedWebhook>;
