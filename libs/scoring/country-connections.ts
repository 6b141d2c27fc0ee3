import type { CustomerProfile } from '@probity/contracts/customers/profile';
import { countryListTitles, countryTier } from './country-risk';
import type { CountryTier } from './country-risk-data';
import { given } from './kyc-check';
import type { ScoringModel } from './scoring-model';

/** How a customer is connected with a country. For a company, `nationality` is the country of registration. */
export type CountryRole = 'nationality' | 'residence' | 'document' | 'owner';

export interface CountryConnection {
  role: CountryRole;
  country: string;
  tier: CountryTier;
  /** description for officers, with the lists that name the country */
  words: string;
}

/**
 * Returns the countries of a customer and its beneficial owners. A passport or national identity card counts if the
 * profile does not state its country. Counterparties do not count, because they are not part of the profile.
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

/** Describes a country, such as `address IR (FATF: high-risk jurisdictions subject to a call for action)`. */
export function countryWords(what: string, country: string, model: ScoringModel): string {
  const titles = countryListTitles(country, model);
  return `${what} ${country} (${titles.length > 0 ? titles.join('; ') : 'on no list'})`;
}
