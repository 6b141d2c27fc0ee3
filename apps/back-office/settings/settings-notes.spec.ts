import { DEFAULT_SETTINGS } from '@probity/read-side/settings/default-settings';
import { settingsNotes } from './settings-notes';

describe('the notes about a change of settings', () => {
  it('are empty when nothing remains to be done', () => {
    const monitoring = { reference_currency: 'EUR', rates: { USD: '0.9' } };
    expect(settingsNotes('bank', DEFAULT_SETTINGS, { ...DEFAULT_SETTINGS, monitoring })).toEqual([]);
  });

  it('name the command that scores all customers again', () => {
    const after = { ...DEFAULT_SETTINGS, scoring: { home_country: 'CH' } };
    expect(settingsNotes('bank', DEFAULT_SETTINGS, after)).toEqual([
      expect.stringContaining('probity customers reassess --tenant bank'),
    ]);
    expect(settingsNotes('bank', after, structuredClone(after))).toEqual([]);
  });

  it('say that customers are not screened again, and that a provider must post alerts', () => {
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
