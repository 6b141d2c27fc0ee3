import Type, { type Static } from 'typebox';
import { DECIDED_AT } from '../example-ids';
import { view } from '../declaration/view';
import { Timestamp } from '../fields';
import { ComplianceSettings } from './compliance-settings';

const current = {
  version: Type.Integer({ description: '0: they were never set, so these are the defaults' }),
  settings: ComplianceSettings,
};
const SETTINGS: ComplianceSettings = {
  stages: { kyc: 'external', screening: 'native', monitoring: 'native' },
  screening: { threshold: 0.75, lists: null },
  monitoring: { reference_currency: 'EUR', rates: { USD: '0.92' } },
  scoring: {},
};
const EXAMPLE = { version: 1, settings: SETTINGS };

export const CurrentSettings = view('CurrentSettings', Type.Object(current), {
  description: 'The settings that apply.',
  example: EXAMPLE,
});

export const SettingsVersion = view(
  'SettingsVersion',
  Type.Object({
    ...current,
    reason: Type.String(),
    officer: Type.String({ description: 'who changed them' }),
    changed_at: Timestamp,
  }),
  { example: { ...EXAMPLE, reason: 'a provider runs KYC', officer: 'j.smith', changed_at: DECIDED_AT } },
);

export const ChangedSettings = view(
  'ChangedSettings',
  Type.Object({
    ...current,
    notes: Type.Array(Type.String(), {
      description: 'what else whoever changes these settings should know or do, in sentences',
    }),
  }),
  { example: { ...EXAMPLE, notes: ['The stage kyc is skipped from now on.'] } },
);

export type CurrentSettings = Static<typeof CurrentSettings>;
export type SettingsVersion = Static<typeof SettingsVersion>;
export type ChangedSettings = Static<typeof ChangedSettings>;
