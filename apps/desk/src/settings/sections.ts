import type { Schemas } from '../api/client';

interface SettingsSection {
  path:
    | 'stages'
    | 'providers'
    | 'thresholds'
    | 'scoring'
    | 'reporting'
    | 'report-templates'
    | 'four-eyes'
    | 'staff'
    | 'keys'
    | 'limits'
    | 'history';
  label: string;
  permission: Schemas['Permission']['name'];
}

/** The parts of the settings, in the order in which the frame shows them. */
export const SETTINGS_SECTIONS: SettingsSection[] = [
  { path: 'stages', label: 'Stages', permission: 'read_configuration' },
  { path: 'providers', label: 'Providers', permission: 'read_configuration' },
  { path: 'thresholds', label: 'Thresholds', permission: 'read_configuration' },
  { path: 'scoring', label: 'Scoring', permission: 'read_configuration' },
  { path: 'four-eyes', label: 'Two people', permission: 'read_configuration' },
  { path: 'staff', label: 'Staff', permission: 'read_staff' },
  { path: 'keys', label: 'API keys', permission: 'read_staff' },
  { path: 'limits', label: 'Limits', permission: 'read_configuration' },
  { path: 'history', label: 'History', permission: 'read_configuration' },
  { path: 'reporting', label: 'Reporting', permission: 'read_configuration' },
  { path: 'report-templates', label: 'Report templates', permission: 'read_configuration' },
];
