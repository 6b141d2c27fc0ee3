/**
 * Country risk, as data. The tiers in ascending order of risk:
 *
 * - `low`: members of the European Economic Area (member states are a sign of potentially lower risk in
 *   Annex II of Directive (EU) 2015/849) and members of FATF that score 70 or more in the Corruption
 *   Perceptions Index 2024, unless another list names them.
 * - `standard`: every country that no list names.
 * - `increased_monitoring`: FATF, plenary of 17 to 19 June 2026 (the "grey list").
 * - `high_risk`: under a sanctions regime of the United Nations about the country, under sanctions of
 *   the United States or the European Union that reach its whole economy, or a high-risk third country of
 *   the European Union that FATF does not list at present.
 * - `call_for_action`: FATF, plenary of 17 to 19 June 2026 (the "black list").
 *
 * A country that several lists name is in the gravest of their tiers. FATF revises its lists three times
 * a year (February, June, October): whoever changes a list here changes its `as_of`, too.
 * Codes are ISO 3166-1 alpha-2.
 */
export const COUNTRY_TIERS = ['low', 'standard', 'increased_monitoring', 'high_risk', 'call_for_action'] as const;
export type CountryTier = (typeof COUNTRY_TIERS)[number];

export interface CountryList {
  tier: CountryTier;
  /** what the list is, for people */
  title: string;
  /** the day from which the list is as it is here, ISO date */
  as_of: string;
  source: string;
  countries: readonly string[];
}

export const COUNTRY_LISTS: readonly CountryList[] = [
  {
    tier: 'call_for_action',
    title: 'FATF: high-risk jurisdictions subject to a call for action',
    as_of: '2026-06-19',
    source: 'FATF, outcomes of the plenary of 17-19 June 2026 (unchanged by it)',
    countries: ['IR', 'KP', 'MM'],
  },
  {
    tier: 'increased_monitoring',
    title: 'FATF: jurisdictions under increased monitoring',
    as_of: '2026-06-19',
    source: 'FATF, outcomes of the plenary of 17-19 June 2026 (added BA and IQ, removed DZ and NA)',
    countries: [
      ...['AO', 'BA', 'BG', 'BO', 'CD', 'CI', 'CM', 'HT', 'IQ', 'KE', 'KW'],
      ...['LA', 'LB', 'MC', 'NP', 'PG', 'SS', 'SY', 'VE', 'VG', 'VN', 'YE'],
    ],
  },
  {
    tier: 'high_risk',
    title: 'under a sanctions regime of the United Nations Security Council',
    as_of: '2025-12-31',
    source:
      'resolutions 1988 (AF), 2127 (CF), 1533 (CD), 2653 (HT), 1970 (LY), 2713 (SO), 1591 (SD), 2206 (SS), 2140 (YE) and later ones',
    countries: ['AF', 'CD', 'CF', 'HT', 'LY', 'SD', 'SO', 'SS', 'YE'],
  },
  {
    tier: 'high_risk',
    title: 'under sanctions that reach the whole economy',
    as_of: '2026-02-26',
    source:
      'United States: 31 CFR 515 (CU); European Union: Regulations 765/2006 (BY, prolonged to 28 February 2027) and 833/2014 (RU)',
    countries: ['BY', 'CU', 'RU'],
  },
  {
    tier: 'high_risk',
    title: 'high-risk third countries of the European Union that FATF does not list',
    as_of: '2026-01-29',
    source: 'Delegated Regulation (EU) 2016/1675 as last amended by (EU) 2026/46 and 2026/83',
    countries: ['AF', 'DZ', 'NA', 'RU', 'TT', 'VU'],
  },
  {
    tier: 'low',
    title: 'members of the European Economic Area',
    as_of: '2026-06-19',
    source: 'Directive (EU) 2015/849, Annex II (3)(a); without BG, which FATF lists',
    countries: [
      ...['AT', 'BE', 'CY', 'CZ', 'DE', 'DK', 'EE', 'ES', 'FI', 'FR', 'GR', 'HR', 'HU', 'IE', 'IS'],
      ...['IT', 'LI', 'LT', 'LU', 'LV', 'MT', 'NL', 'NO', 'PL', 'PT', 'RO', 'SE', 'SI', 'SK'],
    ],
  },
  {
    tier: 'low',
    title: 'members of FATF with little perceived corruption',
    as_of: '2025-02-11',
    source: 'FATF members; Transparency International, Corruption Perceptions Index 2024, score of 70 or more',
    countries: ['AU', 'CA', 'CH', 'GB', 'HK', 'JP', 'NZ', 'SG'],
  },
];
