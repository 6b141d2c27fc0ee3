import type { Party } from '@probity/contracts/customers/profile';
import { phraseIn } from './phrases';
import type { ScoringInput } from './scoring-input';
import type { ScoringModel } from './scoring-model';
import { screeningHits } from './screening-hits';

export interface PepLink {
  subject: 'customer' | 'beneficial_owner' | 'related_party';
  /** whether the nationality differs from the home country of the institution */
  foreign: boolean;
  /** the person and the source of the finding, for officers */
  words: string;
}

const PEP_ROLES = ['pep', 'politically exposed', 'politically exposed person'];

/**
 * Returns the politically exposed persons among a customer, its owners and its related parties. Sources are a
 * `pep_status` other than `none` (each records a finding that was not withdrawn), the role of a party, and screening
 * matches that an officer confirmed. If the institution has no home country, every person counts as foreign.
 */
export function pepLinks(input: ScoringInput, model: ScoringModel): PepLink[] {
  const { profile } = input;
  const confirmed = screeningHits(input).filter((hit) => hit.kind === 'pep' && hit.state === 'confirmed');
  const links: PepLink[] = [];
  if (profile.pep_status !== 'none' || confirmed.some((hit) => hit.subject === 'customer')) {
    const known = profile.pep_status !== 'none' ? `pep_status ${profile.pep_status}` : 'confirmed match';
    links.push({ subject: 'customer', foreign: isForeign(profile.nationality), words: `the customer (${known})` });
  }
  for (const [subject, parties] of [
    ['beneficial_owner', profile.beneficial_owners],
    ['related_party', profile.related_parties],
  ] as const) {
    const matched = confirmed.filter((hit) => hit.subject === subject).map((hit) => hit.subject_name);
    const byRole = parties.filter((party) => phraseIn(party.role, PEP_ROLES)).map((party) => party.name);
    for (const name of new Set([...matched, ...byRole])) {
      const known = matched.includes(name) ? 'confirmed match' : 'by role';
      links.push({ subject, foreign: isForeign(nationalityOf(name, parties)), words: `${name} (${known})` });
    }
  }
  return links;

  function isForeign(nationality: string | undefined): boolean {
    return model.home_country === null || nationality !== model.home_country;
  }
}

const nationalityOf = (name: string, parties: Party[]): string | undefined =>
  parties.find((party) => party.name.toLowerCase() === name.toLowerCase())?.nationality;
