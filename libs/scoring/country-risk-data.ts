import { readDocument } from '@probity/platform/data-file';
import Type from 'typebox';
import { Compile } from 'typebox/compile';

/**
 * The tiers of country risk in ascending order. The lists in `data/country-lists.json` assign countries to tiers:
 *
 * - `low`: members of the European Economic Area (Annex II of Directive (EU) 2015/849 lists member states as a factor
 *   of
 *   potentially lower risk), and members of FATF with a score of 70 or more in the Corruption Perceptions Index 2024,
 *   unless another list names them.
 * - `standard`: every country that no list names.
 * - `increased_monitoring`: FATF, plenary of 17 to 19 June 2026 (the "grey list").
 * - `high_risk`: countries under a sanctions regime of the United Nations, countries under sanctions of the United
 *   States
 *   or the European Union on their whole economy, and high-risk third countries of the European Union that FATF does
 *   not list at present.
 * - `call_for_action`: FATF, plenary of 17 to 19 June 2026 (the "black list").
 *
 * A country on several lists is in the gravest of their tiers. FATF revises its lists three times a year (February,
 * June, October). When you change a list, also change its `as_of`. Codes are ISO 3166-1 alpha-2.
 */
export const COUNTRY_TIERS = ['low', 'standard', 'increased_monitoring', 'high_risk', 'call_for_action'] as const;
export type CountryTier = (typeof COUNTRY_TIERS)[number];

const CountryList = Type.Object(
  {
    tier: Type.Enum(COUNTRY_TIERS),
    /** name of the list, for officers */
    title: Type.String({ minLength: 1 }),
    /** the day since which the list has these countries */
    as_of: Type.String({ format: 'date' }),
    source: Type.String({ minLength: 1 }),
    countries: Type.Array(Type.String({ pattern: '^[A-Z]{2}$' }), { uniqueItems: true }),
  },
  { additionalProperties: false },
);

export const COUNTRY_LISTS = readDocument(`${__dirname}/data/country-lists.json`, Compile(Type.Array(CountryList)));
