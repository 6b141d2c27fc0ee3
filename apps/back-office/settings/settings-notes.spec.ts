import { DEFAULT_SETTINGS } from '@probity/read-side/settings/default-settings';
import { settingsNotes } from './settings-notes';

describe('what remains to be done after a change of settings', () => {
  it('is empty when nothing remains to be done', () => {
    const monitoring = { reference_currency: 'EUR', rates: { USD: '0.9' } };
    expect(settingsNotes('bank', DEFAULT_SETTINGS, { ...DEFAULT_SETTINGS, monitoring })).toEqual([]);
  });

  it('names the scoring of customers', () => {
    const after = { ...DEFAULT_SETTINGS, scoring: { home_country: 'CH' } };
    expect(settingsNotes('bank', DEFAULT_SETTINGS, after)).toEqual([
      expect.stringContaining('probity customers reassess --tenant bank'),
    ]);
    expect(settingsNotes('bank', after, structuredClone(after))).toEqual([]);
  });

  it('names the screening of customers, and the provider of a stage', () => {
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
