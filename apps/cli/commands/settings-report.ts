import type { CurrentSettings, SettingsVersion } from '@probity/contracts/settings/views';
import { outline } from '../output/outline';
import type { Column } from '../output/table';

export const VERSION_COLUMNS: Column<SettingsVersion>[] = [
  { title: 'VERSION', value: (row) => String(row.version), align: 'right' },
  { title: 'CHANGED', value: (row) => row.changed_at },
  { title: 'BY', value: (row) => row.officer },
  { title: 'REASON', value: (row) => row.reason },
];

/** How the engines of a tenant are set. */
export function settingsReport(tenant: string, { version, settings }: CurrentSettings): string {
  const { stages, screening, monitoring, scoring } = settings;
  const shown = {
    stages,
    screening: { ...screening, lists: screening.lists ?? 'all imported lists' },
    monitoring: {
      ...monitoring,
      reference_currency: monitoring.reference_currency ?? 'none: amounts count as they are',
    },
    scoring: Object.keys(scoring).length === 0 ? 'the default model' : { 'differs from the default model in': scoring },
  };
  const what = version === 0 ? 'the defaults: nobody has changed them yet' : `version ${version}`;
  return `Settings of tenant ${tenant}, ${what}:\n\n${outline(shown)}`;
}
