import type { ComplianceSettings, StageProvider } from '@probity/contracts/settings/compliance-settings';

/** The settings of a tenant until an officer changes them: Probity runs every stage, with its own scoring model. */
export const DEFAULT_SETTINGS: ComplianceSettings = {
  stages: { kyc: 'native', screening: 'native', monitoring: 'native' },
  providers: { kyc: null, screening: null, monitoring: null },
  screening: { threshold: 0.7, thresholds: [], lists: null },
  monitoring: { reference_currency: null, rates: {} },
  scoring: {},
  retention: { provider_payload_years: 5, customer_years: 5 },
  queue: { due_hours: { low: 240, medium: 120, high: 24, critical: 4 }, assignment: [] },
  reporting: {
    entity_name: null,
    entity_id: null,
    address_line: null,
    city: null,
    postal_code: null,
    country: null,
    currency: null,
    contact_first_name: null,
    contact_last_name: null,
    contact_email: null,
    contact_phone: null,
  },
};

/** Completes settings: a field that is left out, for example because it was introduced later, gets its default. */
export function withDefaults(given: PartialSettings): ComplianceSettings {
  return {
    stages: { ...DEFAULT_SETTINGS.stages, ...given.stages },
    providers: {
      kyc: stageProvider(given.providers?.kyc),
      screening: stageProvider(given.providers?.screening),
      monitoring: stageProvider(given.providers?.monitoring),
    },
    screening: { ...DEFAULT_SETTINGS.screening, ...given.screening },
    monitoring: { ...DEFAULT_SETTINGS.monitoring, ...given.monitoring },
    scoring: { ...DEFAULT_SETTINGS.scoring, ...given.scoring },
    retention: { ...DEFAULT_SETTINGS.retention, ...given.retention },
    queue: {
      due_hours: { ...DEFAULT_SETTINGS.queue.due_hours, ...given.queue?.due_hours },
      assignment: given.queue?.assignment ?? DEFAULT_SETTINGS.queue.assignment,
    },
    reporting: { ...DEFAULT_SETTINGS.reporting, ...given.reporting },
  };
}

const stageProvider = (given: GivenProvider): StageProvider | null => (given ? { fallback: 'native', ...given } : null);

type GivenProvider = (Pick<StageProvider, 'plugin'> & Partial<StageProvider>) | null | undefined;

export type PartialSettings = {
  [Section in keyof ComplianceSettings]?: Section extends 'providers'
    ? Partial<Record<keyof ComplianceSettings['providers'], GivenProvider>>
    : Partial<ComplianceSettings[Section]>;
};
