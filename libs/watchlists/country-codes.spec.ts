import { labelled, readLines } from '@probity/platform/data-file';
import { countryCode, isCountryCode, isNoCountry } from './country-codes';

describe('country codes of the spellings in the lists', () => {
  it.each([
    ['Germany', 'DE'],
    ['Korea, North', 'KP'],
    ['Korea, South', 'KR'],
    ["Democratic People's Republic of Korea", 'KP'],
    ['Democratic People\u2019s Republic of Korea', 'KP'],
    ['Burma', 'MM'],
    ['Congo, Democratic Republic of the', 'CD'],
    ['Democratic Republic of the Congo', 'CD'],
    ['Congo, Republic of the', 'CG'],
    ['Congo', 'CG'],
    ['West Bank', 'PS'],
    ['Palestinian', 'PS'],
    ['Region: Gaza', 'PS'],
    ['Region: Crimea', 'UA'],
    ['Bahamas, The', 'BS'],
    ['The Gambia', 'GM'],
    ['Man, Isle of', 'IM'],
    ['Virgin Islands, British', 'VG'],
    ['Cote d Ivoire', 'CI'],
    ["C\u00f4te d'Ivoire", 'CI'],
    ['Kosovo', 'XK'],
    ['Iran (Islamic Republic of)', 'IR'],
    ['Tanzania (United Republic of)', 'TZ'],
    ['Venezuela (Bolivarian Republic of)', 'VE'],
    ['SYRIAN ARAB REPUBLIC', 'SY'],
    ['Bosnia and Herzegovina', 'BA'],
    ['Trinidad & Tobago', 'TT'],
    ['Czech Republic', 'CZ'],
    ['Turkey', 'TR'],
    ['T\u00fcrkiye', 'TR'],
    ['Viet Nam', 'VN'],
    ['UK', 'GB'],
    ['United States', 'US'],
    ['Hong Kong', 'HK'],
    ['Eswatini', 'SZ'],
  ])('%s is %s', (words, code) => {
    expect(countryCode(words)).toBe(code);
  });

  it.each([
    '',
    'Atlantis',
    'Netherlands Antilles',
    'Region: Kafia Kingi',
    'Korea',
    'Soviet Union',
    'constructor',
    'x'.repeat(10_000),
  ])('"%.30s" has no country code', (words) => {
    expect(countryCode(words)).toBeUndefined();
  });

  it('have one country for each spelling', () => {
    const spellings = readLines(`${__dirname}/data/country-spellings.txt`, labelled).flatMap(({ items }) => items);
    expect(spellings.filter((spelling, index) => spellings.indexOf(spelling) !== index)).toEqual([]);
  });

  it('include words that mean that no country is known', () => {
    expect(['undetermined', 'None Identified', 'N/A', 'Unknown', 'stateless'].map(isNoCountry)).toEqual(
      Array(5).fill(true),
    );
    expect(isNoCountry('Atlantis')).toBe(false);
  });

  it('are valid only if they are assigned', () => {
    expect(['DE', 'XK', 'SS', 'GB'].map(isCountryCode)).toEqual(Array(4).fill(true));
    expect(['de', 'UK', 'ZZ', 'AN', 'EU', 'XX', '', 'toString'].map(isCountryCode)).toEqual(Array(8).fill(false));
  });
});
