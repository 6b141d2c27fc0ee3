import { countryLists, countryTier } from './country-risk';
import { COUNTRY_LISTS, COUNTRY_TIERS } from './country-risk-data';

const none = { country_tiers: {} };

describe('the tier of a country', () => {
  it.each([
    ['IR', 'call_for_action'],
    ['MM', 'call_for_action'],
    ['VN', 'increased_monitoring'],
    ['BG', 'increased_monitoring'], // in the European Economic Area, and on FATF's list
    ['RU', 'high_risk'],
    ['YE', 'high_risk'], // on FATF's list, and under sanctions of the United Nations
    ['DZ', 'high_risk'], // left FATF's list in June 2026, but is on the list of the European Union
    ['BR', 'standard'],
    ['US', 'standard'],
    ['DE', 'low'],
    ['SG', 'low'],
    ['ZZ', 'standard'],
    ['constructor', 'standard'],
  ])('%s is %s', (country, tier) => expect(countryTier(country, none)).toBe(tier));

  it('is set by the tenant before the lists', () => {
    expect(countryTier('VN', { country_tiers: { VN: 'standard' } })).toBe('standard');
    expect(countryTier('DE', { country_tiers: { DE: 'high_risk' } })).toBe('high_risk');
  });
});

describe('the lists for monitoring rules', () => {
  it('have the lists of FATF, and include call_for_action in high_risk', () => {
    const lists = countryLists(none);
    expect([...lists.get('call_for_action')!].sort()).toEqual(['IR', 'KP', 'MM']);
    expect(lists.get('increased_monitoring')!.size).toBe(22);
    expect(lists.get('increased_monitoring')).toContain('YE');
    expect([...lists.get('high_risk')!]).toEqual(expect.arrayContaining(['IR', 'KP', 'MM', 'RU', 'CU', 'YE']));
    expect(lists.get('high_risk')!.has('VN')).toBe(false);
    expect([...lists.keys()].sort()).toEqual(['call_for_action', 'high_risk', 'increased_monitoring']);
  });

  it('follow the tiers that the tenant has set', () => {
    const lists = countryLists({
      country_tiers: { YE: 'standard', DE: 'call_for_action', IR: 'increased_monitoring' },
    });
    const holding = (country: string) => [...lists].filter(([, list]) => list.has(country)).map(([name]) => name);
    expect(holding('YE')).toEqual([]);
    expect(holding('DE').sort()).toEqual(['call_for_action', 'high_risk']);
    expect(holding('IR')).toEqual(['increased_monitoring']);
  });
});

describe('the data', () => {
  it.each(COUNTRY_LISTS.map((list) => [list.title, list] as const))(
    '%s: codes, a date and a source',
    (_title, list) => {
      expect(list.countries).toEqual([...new Set(list.countries)].sort());
      for (const country of list.countries) expect(country).toMatch(/^[A-Z]{2}$/);
      expect(list.as_of).toMatch(/^20\d\d-\d\d-\d\d$/);
      expect(COUNTRY_TIERS).toContain(list.tier);
      expect(list.source).not.toBe('');
    },
  );

  it('has no country in the tier low that another list names', () => {
    const low = COUNTRY_LISTS.filter((list) => list.tier === 'low').flatMap((list) => list.countries);
    const others = new Set(COUNTRY_LISTS.filter((list) => list.tier !== 'low').flatMap((list) => list.countries));
    expect(low.filter((country) => others.has(country))).toEqual([]);
  });
});
