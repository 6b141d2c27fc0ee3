import { DEFAULT_SETTINGS } from '@probity/read-side/settings/default-settings';
import { currencyNotes, settingsNotes } from './settings-notes';

describe('the notes about a change of settings', () => {
  it('are empty when nothing remains to be done', () => {
    const monitoring = { reference_currency: 'EUR', rates: { USD: '0.9' } };
    expect(settingsNotes('bank', DEFAULT_SETTINGS, { ...DEFAULT_SETTINGS, monitoring })).toEqual([]);
  });

  it('say that rules see amounts in another currency', () => {
    const settings = (reference_currency: string | null) => ({
      ...DEFAULT_SETTINGS,
      monitoring: { reference_currency, rates: {} },
    });
    expect(settingsNotes('bank', settings('EUR'), settings('CHF'))).toEqual([
      expect.stringMatching(/ amounts in CHF, not in EUR\. Check the amounts/),
    ]);
    expect(settingsNotes('bank', settings('EUR'), settings(null))).toEqual([
      expect.stringMatching(/without conversion/),
    ]);
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
      screening: { threshold: 0.8, thresholds: [], lists: null },
    };
    expect(settingsNotes('bank', DEFAULT_SETTINGS, after)).toEqual([
      expect.stringContaining('not screened again'),
      expect.stringMatching(/^The stage screening is skipped/),
    ]);
  });

  it('say when a shorter period of retention deletes, and that nothing brings it back', () => {
    const keeping = (years: number) => ({
      ...DEFAULT_SETTINGS,
      retention: { ...DEFAULT_SETTINGS.retention, provider_payload_years: years },
    });
    expect(settingsNotes('bank', keeping(5), keeping(1))).toEqual([
      "Sealed bodies of providers' webhooks that are older than 1 year are deleted within about an hour. A longer " +
        'period does not bring them back.',
    ]);
    expect(settingsNotes('bank', keeping(5), keeping(4))).toEqual([expect.stringContaining('older than 4 years are')]);
    expect(settingsNotes('bank', keeping(5), keeping(10))).toEqual([]);
  });

  it('says what runs a stage while its provider gives no usable result', () => {
    const to = (fallback: 'native' | 'none') => ({
      ...DEFAULT_SETTINGS,
      stages: { ...DEFAULT_SETTINGS.stages, kyc: 'plugin' as const },
      providers: { ...DEFAULT_SETTINGS.providers, kyc: { plugin: 'sumsub', fallback } },
    });
    expect(settingsNotes('bank', DEFAULT_SETTINGS, to('native'))).toEqual([
      'The provider sumsub runs the stage kyc from the next event on. While it gives no usable result, the built-in ' +
        'engine runs it, and staff get a notice.',
    ]);
    expect(settingsNotes('bank', to('native'), to('none'))).toEqual([expect.stringContaining('nothing runs it')]);
  });
});

describe('the warnings about currencies', () => {
  const inDollars = { ...DEFAULT_SETTINGS, monitoring: { reference_currency: 'USD', rates: { EUR: '1.1' } } };

  it('name each currency without a rate', () => {
    expect(currencyNotes(inDollars, ['EUR', 'JPY', 'USD'])).toEqual([
      expect.stringMatching(/no rate for JPY\. To rules, .* are unknown/),
    ]);
    expect(currencyNotes(inDollars, ['EUR', 'USD'])).toEqual([]);
  });

  it('name currencies that the tenant does not have', () => {
    expect(currencyNotes(inDollars, ['EUR', 'USD'])).toEqual([]);
    expect(currencyNotes(inDollars, ['JPY'])).toEqual([
      'monitoring.reference_currency is USD, which is no currency of the tenant. Check the code.',
      'monitoring.rates has rates for EUR, which the tenant does not have. Check the codes.',
      expect.stringMatching(/no rate for JPY/),
    ]);
  });

  it('ask for a reference currency when there are several currencies', () => {
    expect(currencyNotes(DEFAULT_SETTINGS, ['JPY', 'USD'])).toEqual([expect.stringContaining('(JPY, USD)')]);
    expect(currencyNotes(DEFAULT_SETTINGS, ['JPY'])).toEqual([]);
  });
});
