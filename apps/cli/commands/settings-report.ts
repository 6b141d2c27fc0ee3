import type { CurrentSettings } from '@probity/contracts/settings/views';
import { outline } from '../output/outline';

export function settingsReport(tenant: string, { version, settings }: CurrentSettings): string {
  const { stages, providers, screening, monitoring, scoring, retention, queue, reporting } = settings;
  const shown = {
    stages,
    providers: Object.fromEntries(Object.entries(providers).map(([stage, provider]) => [stage, provider ?? 'none'])),
    screening: { ...screening, lists: screening.lists ?? 'all imported lists' },
    monitoring: {
      ...monitoring,
      reference_currency: monitoring.reference_currency ?? 'none: amounts are not converted',
    },
    scoring: Object.keys(scoring).length === 0 ? 'the default model' : { 'changes to the default model': scoring },
    retention,
    queue,
    reporting,
  };
  const what = version === 0 ? 'defaults; never changed' : `version ${version}`;
  return `Settings of tenant ${tenant}, ${what}:\n\n${outline(shown)}`;
}
