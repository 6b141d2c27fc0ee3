import Type, { type Static } from 'typebox';
import { MatchedEntry, Severity } from '../alerts/events';
import { ProviderKyc } from '../customers/events';
import { view } from '../declaration/view';
import { Hash, Id, Metadata, Timestamp } from '../fields';
import { personal } from '../personal-data/personal';

/** The plugin that reported something. */
export const pluginFields = {
  plugin: Type.String({ description: 'name of the plugin' }),
  plugin_version: Type.String(),
};

export const SignalAlert = view(
  'ProviderAlert',
  Type.Object({
    key: personal('finding', Type.String({ description: 'the same key raises no second alert for the customer' })),
    alert_type: Type.String(),
    severity: Severity,
    title: personal('free_text', Type.String()),
    match: Type.Optional(MatchedEntry),
    subject_unknown: Type.Optional(
      Type.Boolean({
        description:
          'true: the provider did not name the role of the subject. The names of the customer, its owners and its ' +
          'related parties decide it when the signal is applied; until then `match.subject` is `customer`.',
      }),
    ),
  }),
  { description: 'An alert that a provider gives reason for.' },
);

/** What a provider said about one customer, with its origin. */
export const signalFields = {
  signal_id: Id,
  tenant_id: Id,
  ...pluginFields,
  provider_event_id: personal('reference', Type.String({ description: 'the same id has an effect once' })),
  event_source: Type.String({ description: "the provider's type of the event" }),
  occurred_at: Type.String({ format: 'date-time', description: "the provider's time of the event, UTC" }),
  customer: Type.Object({
    ref: personal('reference', Type.Optional(Type.String({ description: 'compared with kyc_provider_ref' }))),
    account_ref: personal(
      'reference',
      Type.Optional(Type.String({ description: 'compared with account_refs of customers without kyc_provider_ref' })),
    ),
  }),
  kyc: Type.Optional(ProviderKyc),
  alert: Type.Optional(SignalAlert),
  metadata: personal('finding', Metadata),
  payload_sha256: Hash,
  received_at: Timestamp,
};

export type SignalAlert = Static<typeof SignalAlert>;
