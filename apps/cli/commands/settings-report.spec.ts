import { DEFAULT_SETTINGS } from '@probity/read-side/settings/default-settings';
import { settingsReport } from './settings-report';

it('shows every section of the settings', () => {
  const reporting = { ...DEFAULT_SETTINGS.reporting, entity_name: 'Example Bank' };
  const text = settingsReport('bank', { version: 2, settings: { ...DEFAULT_SETTINGS, reporting } });
  for (const section of Object.keys(DEFAULT_SETTINGS)) expect(text).toContain(`\n  ${section}:`);
  expect(text).toContain('critical: 4');
  expect(text).toContain('entity_name: Example Bank');
});

it('shows the rules for thresholds as one line each, in order', () => {
  const thresholds = [
    { list: 'ofac-sdn', subject: 'beneficial_owner' as const, kind: 'person' as const, threshold: 0.9 },
    { list: 'tenant', threshold: 0.6 },
    { threshold: 0.8 },
  ];
  const screening = { ...DEFAULT_SETTINGS.screening, thresholds };
  const text = settingsReport('bank', { version: 2, settings: { ...DEFAULT_SETTINGS, screening } });
  expect(text).toContain(
    `
    thresholds:
      rule 1: 0.9 for beneficial owner, person, list ofac-sdn
      rule 2: 0.6 for the own list
      rule 3: 0.8 for every match
`.trimEnd(),
  );
});
