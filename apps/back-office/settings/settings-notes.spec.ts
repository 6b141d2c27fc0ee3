import { DEFAULT_SETTINGS } from '@probity/read-side/settings/default-settings';
import { settingsNotes } from './settings-notes';

describe('what a change of settings does not do by itself', () => {
  it('is nothing when nothing needs anybody', () => {
    const after = { ...DEFAULT_SETTINGS, screening: { threshold: 0.8, lists: ['ofac-sdn'] } };
    expect(settingsNotes('bank', DEFAULT_SETTINGS, after, ['ofac-sdn'])).toEqual([]);
  });

  it('is to score customers again', () => {
    const after = { ...DEFAULT_SETTINGS, scoring: { home_country: 'CH' } };
    expect(settingsNotes('bank', DEFAULT_SETTINGS, after, [])).toEqual([
      expect.stringContaining('probity customers reassess --tenant bank'),
    ]);
    expect(settingsNotes('bank', after, structuredClone(after), [])).toEqual([]);
  });

  it('is to import a list, and to have a provider for a stage', () => {
    const after = {
      ...DEFAULT_SETTINGS,
      stages: { ...DEFAULT_SETTINGS.stages, screening: 'external' as const },
      screening: { threshold: 0.7, lists: ['un-sc', 'ofac-sdn', 'eu-fsf'] },
    };
    expect(settingsNotes('bank', DEFAULT_SETTINGS, after, ['ofac-sdn'])).toEqual([
      expect.stringMatching(/un-sc, eu-fsf\.$/),
      expect.stringMatching(/^The stage screening is skipped/),
    ]);
  });
});
