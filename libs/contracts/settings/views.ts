import Type, { type Static } from 'typebox';
import { view } from '../declaration/view';
import { Timestamp } from '../fields';
import { ComplianceSettings } from './compliance-settings';

const current = {
  version: Type.Integer({ description: '0: the tenant never changed them, and these are the defaults' }),
  settings: ComplianceSettings,
};

export const ReadSettings = view(
  'CurrentSettings',
  Type.Object({
    ...current,
    warnings: Type.Array(Type.String(), { description: 'what these settings lack, in sentences' }),
  }),
  { description: 'The settings that apply.' },
);

export const SettingsVersion = view(
  'SettingsVersion',
  Type.Object({
    ...current,
    reason: Type.String(),
    officer: Type.String({ description: 'who changed them' }),
    changed_at: Timestamp,
  }),
);

export const ChangedSettings = view(
  'ChangedSettings',
  Type.Object({
    ...current,
    notes: Type.Array(Type.String(), {
      description: 'further consequences and steps for the officer who changes these settings, in sentences',
    }),
  }),
);

type InFull = { settings: ComplianceSettings };
export type CurrentSettings = Omit<ReadSettings, 'warnings'>;
export type ReadSettings = Static<typeof ReadSettings> & InFull;
export type SettingsVersion = Static<typeof SettingsVersion>;
export type ChangedSettings = Static<typeof ChangedSettings> & InFull;
