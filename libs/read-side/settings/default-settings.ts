import type { ComplianceSettings } from '@probity/contracts/settings/compliance-settings';

/** The settings of a tenant until an officer changes them: Probity runs every stage, with its own scoring model. */
export const DEFAULT_SETTINGS: ComplianceSettings = {
  stages: { kyc: 'native', screening: 'native', monitoring: 'native' },
  screening: { threshold: 0.7, lists: null },
  monitoring: { reference_currency: null, rates: {} },
  scoring: {},
};

/** Completes settings: a field that is left out, for example because it was introduced later, gets its default. */
export function withDefaults(given: PartialSettings): ComplianceSettings {
  return {
    stages: { ...DEFAULT_SETTINGS.stages, ...given.stages },
    screening: { ...DEFAULT_SETTINGS.screening, ...given.screening },
    monitoring: { ...DEFAULT_SETTINGS.monitoring, ...given.monitoring },
    scoring: { ...DEFAULT_SETTINGS.scoring, ...given.scoring },
  };
}

export type PartialSettings = {
  [Section in keyof ComplianceSettings]?: Partial<ComplianceSettings[Section]>;
};
