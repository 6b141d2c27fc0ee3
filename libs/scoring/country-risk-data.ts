import { readDocument } from '@probity/platform/data-file';
import Type from 'typebox';
import { Compile } from 'typebox/compile';

/**
 * The tiers of country risk in ascending order. The lists in `data/country-lists.json` put countries into them:
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
 * a year (February, June, October): a change of a list changes its `as_of`, too.
 * Codes are ISO 3166-1 alpha-2.
 */
export const COUNTRY_TIERS = ['low', 'standard', 'increased_monitoring', 'high_risk', 'call_for_action'] as const;
export type CountryTier = (typeof COUNTRY_TIERS)[number];

const CountryList = Type.Object(
  {
    tier: Type.Enum(COUNTRY_TIERS),
    /** what the list is, for people */
    title: Type.String({ minLength: 1 }),
    /** the day from which the list is as it is here */
    as_of: Type.String({ format: 'date' }),
    source: Type.String({ minLength: 1 }),
    countries: Type.Array(Type.String({ pattern: '^[A-Z]{2}$' }), { uniqueItems: true }),
  },
  { additionalProperties: false },
);

export const COUNTRY_LISTS = readDocument(`${__dirname}/data/country-lists.json`, Compile(Type.Array(CountryList)));
