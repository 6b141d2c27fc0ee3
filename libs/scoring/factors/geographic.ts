import { countryConnections, countryWords } from '../country-connections';
import { countryTier, isGraver } from '../country-risk';
import { given } from '../kyc-check';
import type { Finding, ScoringInput } from '../scoring-input';
import type { ScoringModel } from '../scoring-model';

/**
 * Findings about the countries of the customer, its owners and its counterparties. Of the owners, only the country with
 * the highest risk counts.
 */
export function geographicFindings(input: ScoringInput, model: ScoringModel): Finding[] {
  const { profile } = input;
  const points = model.points.geographic;
  const connections = countryConnections(profile, model);
  const findings = connections
    .filter(({ role }) => role !== 'owner')
    .map(({ role, tier, words }) => ({ points: points[role][tier], reason: words }));
  const owners = connections.filter(({ role }) => role === 'owner');
  if (owners.length > 0) {
    const gravest = owners.reduce((worst, owner) => (isGraver(owner.tier, worst.tier) ? owner : worst));
    findings.push({ points: points.owner[gravest.tier], reason: gravest.words });
  }
  for (const country of [...new Set(input.counterparty_countries)].sort()) {
    const reason = countryWords('counterparty in', country, model);
    findings.push({ points: points.counterparty[countryTier(country, model)], reason });
  }
  findings.push(...unknownCountries(input, model), ...nonResident(input, model));
  return findings;
}

/** For a company, either the country of registration or that of the address is enough. */
function unknownCountries({ profile }: ScoringInput, { points: { geographic } }: ScoringModel): Finding[] {
  const residence = given(profile.address?.country);
  const nationality = given(profile.nationality);
  if (profile.customer_type === 'corporate') {
    return residence || nationality
      ? []
      : [{ points: geographic.unknown_residence, reason: 'the country of the company is unknown' }];
  }
  return [
    ...(nationality ? [] : [{ points: geographic.unknown_nationality, reason: 'the nationality is unknown' }]),
    ...(residence ? [] : [{ points: geographic.unknown_residence, reason: 'the country of residence is unknown' }]),
  ];
}

function nonResident({ profile: { address } }: ScoringInput, model: ScoringModel): Finding[] {
  const { home_country } = model;
  if (home_country === null || !given(address?.country) || address.country === home_country) return [];
  return [{ points: model.points.geographic.non_resident, reason: `the customer is not resident in ${home_country}` }];
}
