import { DEFAULT_SETTINGS } from '@probity/read-side/settings/default-settings';
import { settingsNotes } from './settings-notes';

describe('what a change of settings does not do by itself', () => {
  it('is nothing when nothing needs anybody', () => {
    const monitoring = { reference_currency: 'EUR', rates: { USD: '0.9' } };
    expect(settingsNotes('bank', DEFAULT_SETTINGS, { ...DEFAULT_SETTINGS, monitoring })).toEqual([]);
  });

  it('is to score customers again', () => {
    const after = { ...DEFAULT_SETTINGS, scoring: { home_country: 'CH' } };
    expect(settingsNotes('bank', DEFAULT_SETTINGS, after)).toEqual([
      expect.stringContaining('probity customers reassess --tenant bank'),
    ]);
    expect(settingsNotes('bank', after, structuredClone(after))).toEqual([]);
  });

  it('is to screen customers again, and to have a provider for a stage', () => {
    const after = {
      ...DEFAULT_SETTINGS,
      stages: { ...DEFAULT_SETTINGS.stages, screening: 'external' as const },
      screening: { threshold: 0.8, lists: null },
    };
    expect(settingsNotes('bank', DEFAULT_SETTINGS, after)).toEqual([
      expect.stringContaining('not screened again'),
      expect.stringMatching(/^The stage screening is skipped/),
    ]);
  });
});
