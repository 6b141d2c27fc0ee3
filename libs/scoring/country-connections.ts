import type { CustomerProfile } from '@probity/contracts/customers/profile';
import { countryListTitles, countryTier } from './country-risk';
import type { CountryTier } from './country-risk-data';
import { given } from './kyc-check';
import type { ScoringModel } from './scoring-model';

/** How a customer is connected with a country. For a company `nationality` is where it is registered. */
export type CountryRole = 'nationality' | 'residence' | 'document' | 'owner';

export interface CountryConnection {
  role: CountryRole;
  country: string;
  tier: CountryTier;
  /** in plain words, with the lists that name the country if any does */
  words: string;
}

/**
 * The countries of a customer and its beneficial owners. A document counts when
 * it shows a nationality (passport, national identity card) that is not stated. Counterparties do not
 * count: they are not a property of the customer.
 */
export function countryConnections(profile: CustomerProfile, model: ScoringModel): CountryConnection[] {
  const { nationality, address, identity_documents, beneficial_owners } = profile;
  const person = profile.customer_type === 'individual';
  const stated = [nationality, address?.country];
  const documents = identity_documents
    .filter(({ type }) => /passport|national|identity/i.test(type))
    .map(({ issuing_country }) => issuing_country)
    .filter((country) => !stated.includes(country));
  const owners = beneficial_owners.flatMap((owner) =>
    given(owner.nationality) ? [{ name: owner.name, country: owner.nationality }] : [],
  );
  return [
    ...connection('nationality', nationality, person ? 'nationality' : 'registration', model),
    ...connection('residence', address?.country, 'address', model),
    ...[...new Set(documents)].flatMap((country) => connection('document', country, 'identity document', model)),
    ...owners.flatMap(({ name, country }) => connection('owner', country, `beneficial owner ${name}:`, model)),
  ];
}

function connection(
  role: CountryRole,
  country: string | undefined,
  words: string,
  model: ScoringModel,
): CountryConnection[] {
  if (!given(country)) return [];
  return [{ role, country, tier: countryTier(country, model), words: countryWords(words, country, model) }];
}

/** `address IR (FATF: high-risk jurisdictions subject to a call for action)` */
export function countryWords(what: string, country: string, model: ScoringModel): string {
  const titles = countryListTitles(country, model);
  return `${what} ${country} (${titles.length > 0 ? titles.join('; ') : 'on no list'})`;
}
