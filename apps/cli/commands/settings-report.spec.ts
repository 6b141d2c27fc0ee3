import { DEFAULT_SETTINGS } from '@probity/read-side/settings/default-settings';
import { settingsReport } from './settings-report';

it('shows every section of the settings', () => {
  const reporting = { ...DEFAULT_SETTINGS.reporting, entity_name: 'Example Bank' };
  const text = settingsReport('bank', { version: 2, settings: { ...DEFAULT_SETTINGS, reporting } });
  for (const section of Object.keys(DEFAULT_SETTINGS)) expect(text).toContain(`\n  ${section}:`);
  expect(text).toContain('critical: 4');
  expect(text).toContain('entity_name: Example Bank');
});
