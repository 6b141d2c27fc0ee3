import { COUNTRY_LISTS, COUNTRY_TIERS, type CountryTier } from './country-risk-data';
import type { ScoringModel } from './scoring-model';

/** The version of the country data: the date of its newest list. */
export const COUNTRY_DATA_VERSION = `countries-${COUNTRY_LISTS.map((list) => list.as_of)
  .sort()
  .at(-1)}`;

type TierOverrides = Pick<ScoringModel, 'country_tiers'>;

const tierByCountry = new Map<string, CountryTier>();
for (const { tier, countries } of COUNTRY_LISTS) {
  for (const country of countries) {
    const known = tierByCountry.get(country);
    if (!known || isGraver(tier, known)) tierByCountry.set(country, tier);
  }
}

/**
 * Returns the tier of a country (ISO 3166-1 alpha-2). A tier that the tenant has set overrides the lists. A country
 * that no list names is `standard`.
 */
export function countryTier(country: string, model: TierOverrides): CountryTier {
  return ownTier(country, model) ?? tierByCountry.get(country) ?? 'standard';
}

export function isGraver(tier: CountryTier, other: CountryTier): boolean {
  return COUNTRY_TIERS.indexOf(tier) > COUNTRY_TIERS.indexOf(other);
}

/** Returns the names of the lists that put a country into its tier, for officers. */
export function countryListTitles(country: string, model: TierOverrides): string[] {
  const tier = countryTier(country, model);
  if (ownTier(country, model)) return [`set to ${tier} by this institution`];
  return COUNTRY_LISTS.filter((list) => list.tier === tier && list.countries.includes(country)).map(
    (list) => list.title,
  );
}

/**
 * Returns the country lists for monitoring rules. `increased_monitoring` is the list of FATF, so it also has countries
 * that are in a graver tier for another reason. `high_risk` includes the countries of `call_for_action`. A country
 * whose tier the tenant has set is only on the lists of that tier.
 */
export function countryLists(model: TierOverrides): ReadonlyMap<string, ReadonlySet<string>> {
  const lists = {
    call_for_action: new Set<string>(),
    increased_monitoring: new Set<string>(),
    high_risk: new Set<string>(),
  };
  const put = (country: string, tier: CountryTier) => {
    if (tier === 'call_for_action') lists.call_for_action.add(country);
    if (tier === 'increased_monitoring') lists.increased_monitoring.add(country);
    if (tier === 'high_risk' || tier === 'call_for_action') lists.high_risk.add(country);
  };
  for (const { tier, countries } of COUNTRY_LISTS) {
    for (const country of countries) if (!ownTier(country, model)) put(country, tier);
  }
  for (const [country, tier] of Object.entries(model.country_tiers)) put(country, tier);
  return new Map(Object.entries(lists));
}

function ownTier(country: string, model: TierOverrides): CountryTier | undefined {
  return Object.hasOwn(model.country_tiers, country) ? model.country_tiers[country] : undefined;
}
