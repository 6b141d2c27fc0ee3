import type { CurrentSettings } from '@probity/contracts/settings/views';
import type { ThresholdRule } from '@probity/contracts/settings/threshold-rules';
import { OWN_LIST } from '@probity/contracts/watchlists/events';
import { outline } from '../output/outline';

export function settingsReport(tenant: string, { version, settings }: CurrentSettings): string {
  const { stages, providers, screening, monitoring, scoring, retention, queue, reporting } = settings;
  const shown = {
    stages,
    providers: Object.fromEntries(Object.entries(providers).map(([stage, provider]) => [stage, provider ?? 'none'])),
    screening: {
      ...screening,
      thresholds: Object.fromEntries(screening.thresholds.map((rule, at) => [`rule ${at + 1}`, ruleText(rule)])),
      lists: screening.lists ?? 'all imported lists',
    },
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

/** For example `0.9 for counterparty, person, list ofac-sdn`. */
function ruleText({ threshold, subject, kind, list }: ThresholdRule): string {
  const listed = list === OWN_LIST ? 'the own list' : list && `list ${list}`;
  const conditions = [subject?.replaceAll('_', ' '), kind, listed].filter(Boolean);
  return `${threshold} for ${conditions.join(', ') || 'every match'}`;
}
