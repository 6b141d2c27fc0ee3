import Type, { type Static } from 'typebox';
import { type DataOf, type EventOf, factsOf } from '../declaration/fact';
import { view } from '../declaration/view';
import { Id, Metadata, resealed, Timestamp } from '../fields';
import { PROVIDER_EVENTS, PROVIDER_SIGNAL_EVENTS } from '../topics';
import { pluginFields, signalFields } from './signal';
import { PROVIDER_STAGES, type PROVIDER_STATUSES, UNRESOLVED_REASONS } from './words';
import { officer } from '../staff/officer';

/** No prefix of streams may begin with another one: followers read streams by prefix. */
export const PROVIDER_STREAM_PREFIX = 'provider-configuration-';
export const SIGNAL_STREAM_PREFIX = 'provider-signal-';

/** The stream of a tenant's configuration of a plugin. */
export const providerStream = (providerId: string): string => `${PROVIDER_STREAM_PREFIX}${providerId}`;
export const signalStream = (signalId: string): string => `${SIGNAL_STREAM_PREFIX}${signalId}`;

const providerFact = factsOf({
  service: 'pipeline',
  prefix: PROVIDER_STREAM_PREFIX,
  topic: PROVIDER_EVENTS,
  idField: 'provider_id',
});
const signalFact = factsOf({
  service: 'pipeline',
  prefix: SIGNAL_STREAM_PREFIX,
  topic: PROVIDER_SIGNAL_EVENTS,
  idField: 'signal_id',
  sealedBy: 'signal_id',
});

export const ProviderStage = view('ProviderStage', Type.Enum(PROVIDER_STAGES));
export type ProviderStage = Static<typeof ProviderStage>;
export type ProviderStatus = (typeof PROVIDER_STATUSES)[number];

const provider = {
  provider_id: Id,
  tenant_id: Id,
  plugin: pluginFields.plugin,
  ...officer,
  reason: Type.String(),
};

/** The secrets are sealed under the master key of the installation. */
export const ProviderConfigured = providerFact('ProviderConfigured', {
  summary:
    'Staff configured a provider. It replaces the previous configuration; `version` counts from 1. A new provider ' +
    'is inactive.',
  data: Type.Object({
    ...provider,
    plugin_version: pluginFields.plugin_version,
    version: Type.Integer({ minimum: 1 }),
    stages: Type.Array(ProviderStage),
    configuration: Metadata,
    secrets: Type.Array(Type.String(), { description: 'names of the secrets that are set' }),
    sealed_secrets: Type.String(),
    configured_at: Timestamp,
  }),
  withheld: ['sealed_secrets'],
});

export const ProviderActivated = providerFact('ProviderActivated', {
  summary: 'Staff activated a provider: Probity calls it in mode plugin and accepts its webhooks.',
  data: Type.Object({ ...provider, activated_at: Timestamp }),
});

export const ProviderDeactivated = providerFact('ProviderDeactivated', {
  summary: 'Staff deactivated a provider. Its earlier signals and alerts stay as they are.',
  data: Type.Object({ ...provider, deactivated_at: Timestamp }),
});

export const ProviderSecretsResealed = providerFact('ProviderSecretsResealed', {
  summary: 'Probity sealed the secrets of a provider again, because the master key changed. They are the same secrets.',
  data: Type.Object({
    provider_id: Id,
    tenant_id: Id,
    plugin: pluginFields.plugin,
    sealed_secrets: Type.String(),
    ...resealed,
  }),
  withheld: ['sealed_secrets'],
});

export const ProviderSignalReceived = signalFact('ProviderSignalReceived', {
  summary: 'A provider reported something about one customer by webhook. It is the first event of its stream.',
  data: Type.Object(signalFields),
  example: { event_source: 'applicantReviewed', metadata: { reject_labels: ['FORGERY'], reject_type: 'FINAL' } },
});

export const ProviderSignalApplied = signalFact('ProviderSignalApplied', {
  summary: 'customer-risk recorded the signal for its customer. `effect` is what it changed.',
  data: Type.Object({
    signal_id: Id,
    tenant_id: Id,
    plugin: pluginFields.plugin,
    customer_id: Id,
    effect: Metadata,
    applied_at: Timestamp,
  }),
});

export const ProviderSignalUnresolved = signalFact('ProviderSignalUnresolved', {
  summary: 'The signal matches no customer, or several. Probity matches it again when a customer changes.',
  data: Type.Object({
    signal_id: Id,
    tenant_id: Id,
    plugin: pluginFields.plugin,
    reason: Type.Enum(UNRESOLVED_REASONS),
    unresolved_at: Timestamp,
  }),
});

export type ProviderConfigured = DataOf<typeof ProviderConfigured>;
export type ProviderSignalReceived = DataOf<typeof ProviderSignalReceived>;
export type ProviderSignalApplied = DataOf<typeof ProviderSignalApplied>;
export type ProviderSignalUnresolved = DataOf<typeof ProviderSignalUnresolved>;

export const PROVIDER_FACTS = [
  ProviderConfigured,
  ProviderActivated,
  ProviderDeactivated,
  ProviderSecretsResealed,
] as const;
export type ProviderEvent = EventOf<(typeof PROVIDER_FACTS)[number]>;
export const SIGNAL_FACTS = [ProviderSignalReceived, ProviderSignalApplied, ProviderSignalUnresolved] as const;
export type SignalEvent = EventOf<(typeof SIGNAL_FACTS)[number]>;
