import type { Party } from '@probity/contracts/customers/profile';
import { phraseIn } from './phrases';
import type { ScoringInput } from './scoring-input';
import type { ScoringModel } from './scoring-model';
import { screeningHits } from './screening-hits';

export interface PepLink {
  subject: 'customer' | 'beneficial_owner' | 'related_party';
  /** whether the office is held abroad, seen from the institution; taken from the nationality */
  foreign: boolean;
  /** in plain words, who and how it is known */
  words: string;
}

const PEP_ROLES = ['pep', 'politically exposed', 'politically exposed person'];

/**
 * Politically exposed persons among a customer, its owners and its related parties: by pep_status (each but
 * `none`, because each records a finding that was not withdrawn), by their role, or by a screening
 * match that staff confirmed. Without a home country of the institution every one counts as foreign.
 */
export function pepLinks(input: ScoringInput, model: ScoringModel): PepLink[] {
  const { profile } = input;
  const confirmed = screeningHits(input).filter((hit) => hit.kind === 'pep' && hit.state === 'confirmed');
  const links: PepLink[] = [];
  if (profile.pep_status !== 'none' || confirmed.some((hit) => hit.subject === 'customer')) {
    const known = profile.pep_status !== 'none' ? `pep_status ${profile.pep_status}` : 'a confirmed match';
    links.push({ subject: 'customer', foreign: isForeign(profile.nationality), words: `the customer, by ${known}` });
  }
  for (const [subject, parties] of [
    ['beneficial_owner', profile.beneficial_owners],
    ['related_party', profile.related_parties],
  ] as const) {
    const matched = confirmed.filter((hit) => hit.subject === subject).map((hit) => hit.subject_name);
    const byRole = parties.filter((party) => phraseIn(party.role, PEP_ROLES)).map((party) => party.name);
    for (const name of new Set([...matched, ...byRole])) {
      const known = matched.includes(name) ? 'a confirmed match' : 'its role';
      links.push({ subject, foreign: isForeign(nationalityOf(name, parties)), words: `${name}, by ${known}` });
    }
  }
  return links;

  function isForeign(nationality: string | undefined): boolean {
    return model.home_country === null || nationality !== model.home_country;
  }
}

const nationalityOf = (name: string, parties: Party[]): string | undefined =>
  parties.find((party) => party.name.toLowerCase() === name.toLowerCase())?.nationality;
