import countries from 'i18n-iso-countries/index';
import english from 'i18n-iso-countries/langs/en.json';

/**
 * Spellings that the lists use and ISO 3166-1 does not have; keys as `keyOf` makes them. Parts of a country
 * whose status is disputed carry the code under which the United Nations list them.
 */
const OTHER_SPELLINGS: Record<string, string> = {
  abkhazia: 'GE',
  bolivia: 'BO',
  'bosnia herzegovina': 'BA',
  brunei: 'BN',
  burma: 'MM',
  'cape verde': 'CV',
  'congo brazzaville': 'CG',
  'congo kinshasa': 'CD',
  'congo democratic republic': 'CD',
  'cote d ivoire': 'CI',
  crimea: 'UA',
  'democratic peoples republic korea': 'KP',
  'democratic republic congo': 'CD',
  donetsk: 'UA',
  'dr congo': 'CD',
  dprk: 'KP',
  drc: 'CD',
  'east germany': 'DE',
  'east timor': 'TL',
  england: 'GB',
  falklands: 'FK',
  'federal republic germany': 'DE',
  'former yugoslav republic macedonia': 'MK',
  gaza: 'PS',
  'gaza strip': 'PS',
  'holy see': 'VA',
  'hong kong sar': 'HK',
  'isle man': 'IM',
  'ivory coast': 'CI',
  'korea democratic peoples republic': 'KP',
  'korea north': 'KP',
  'korea south': 'KR',
  'korea republic': 'KR',
  'lao pdr': 'LA',
  'lao peoples democratic republic': 'LA',
  laos: 'LA',
  'libyan arab jamahiriya': 'LY',
  luhansk: 'UA',
  macao: 'MO',
  macau: 'MO',
  macedonia: 'MK',
  'federated states micronesia': 'FM',
  micronesia: 'FM',
  moldova: 'MD',
  'north korea': 'KP',
  'northern cyprus': 'CY',
  'northern ireland': 'GB',
  'northern mali': 'ML',
  'occupied palestinian territories': 'PS',
  'occupied palestinian territory': 'PS',
  palestinian: 'PS',
  'palestinian territories': 'PS',
  'palestinian territory': 'PS',
  'peoples republic china': 'CN',
  'republic congo': 'CG',
  'republic korea': 'KR',
  'republic serbia': 'RS',
  scotland: 'GB',
  'serbia and montenegro': 'RS',
  'slovak republic': 'SK',
  somaliland: 'SO',
  'south ossetia': 'GE',
  'st kitts and nevis': 'KN',
  'st lucia': 'LC',
  'st vincent and grenadines': 'VC',
  swaziland: 'SZ',
  syria: 'SY',
  'syrian arab republic': 'SY',
  tanzania: 'TZ',
  'timor leste': 'TL',
  transnistria: 'MD',
  'turks and caicos': 'TC',
  turkiye: 'TR',
  'united kingdom great britain and northern ireland': 'GB',
  'united republic tanzania': 'TZ',
  'us virgin islands': 'VI',
  'british virgin islands': 'VG',
  vatican: 'VA',
  'vatican city': 'VA',
  venezuela: 'VE',
  'viet nam': 'VN',
  wales: 'GB',
  'west bank': 'PS',
  zaire: 'CD',
  zanzibar: 'TZ',
};

/** What stands where a country should and is none, or one that has no code any more. */
const NO_COUNTRY = new Set([
  '',
  'none',
  'none identified',
  'n a',
  'na',
  'not available',
  'stateless',
  'undetermined',
  'unknown',
  'not known',
]);

const codes = new Set(Object.keys(countries.getAlpha2Codes()));
const byKey = new Map<string, string>();
for (const [code, names] of Object.entries(english.countries)) {
  for (const name of [names].flat()) byKey.set(keyOf(name), code);
}
// ISO calls it "Congo"; the other one never goes by that name alone
byKey.set('congo', 'CG');
for (const [key, code] of Object.entries(OTHER_SPELLINGS)) byKey.set(key, code);

/** Lower case, no accents, no punctuation, without "the" and "of", and without "Region:" in front. */
function keyOf(words: string): string {
  return words
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/^region:/, '')
    .replace(/['’`.]/g, '')
    .replace(/&/g, ' and ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(/\b(the|of)\b/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/**
 * The ISO 3166-1 alpha-2 code of a country in English words, in the spellings of the sanctions lists too:
 * `Korea, North`, `Iran (Islamic Republic of)`, `Bahamas, The`, `Region: Gaza`. Undefined when it is none.
 */
export function countryCode(words: string): string | undefined {
  if (words.length > 100) return undefined;
  const whole = byKey.get(keyOf(words));
  if (whole !== undefined) return whole;
  const turned = /^([^,(]+)(?:,\s*|\s*\()([^,()]+)\)?$/.exec(words.trim());
  if (!turned) return undefined;
  const [, first, second] = turned;
  // "Virgin Islands, British", "Tanzania (United Republic of)": the other way round, or the first part alone
  return byKey.get(keyOf(`${second} ${first}`)) ?? (words.includes('(') ? byKey.get(keyOf(first!)) : undefined);
}

/** Words that say that there is no country, such as `undetermined`. */
export function isNoCountry(words: string): boolean {
  return NO_COUNTRY.has(keyOf(words));
}

/** Officially assigned in ISO 3166-1 alpha-2, or XK for Kosovo; upper case. */
export function isCountryCode(code: string): boolean {
  return codes.has(code);
}
