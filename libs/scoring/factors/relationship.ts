import type { CustomerProfile } from '@probity/contracts/customers/profile';
import { isCompanyName } from '../business-risk';
import { countryConnections } from '../country-connections';
import { asPercent, knownShare, KNOWN_OWNERSHIP_PERCENT, opaqueLegalForm, transparency } from '../ownership';
import { type PepLink, pepLinks } from '../politically-exposed';
import type { Finding, ScoringInput } from '../scoring-input';
import type { ScoringModel } from '../scoring-model';
import { type HitKind, type ScreeningHit, screeningHits } from '../screening-hits';

/** More owners than these are hard to see through: who owns a quarter is one of four. */
const MANY_OWNERS = 10;

/** Who the customer is connected with: political exposure, screening matches, owners. */
export function relationshipFindings(input: ScoringInput, model: ScoringModel): Finding[] {
  return [...politicalExposure(input, model), ...matches(input, model), ...ownership(input.profile, model)];
}

/** For each subject the gravest counts, a known link or a possible match: ten exposed owners are not ten times the risk. */
function politicalExposure(input: ScoringInput, model: ScoringModel): Finding[] {
  const { pep_foreign, pep_domestic, pep_owner, pep_related_party } = model.points.relationship;
  const links = pepLinks(input, model);
  const linkPoints = ({ subject, foreign }: PepLink): number => {
    if (subject === 'beneficial_owner') return pep_owner;
    if (subject === 'related_party') return pep_related_party;
    return foreign ? pep_foreign : pep_domestic;
  };
  return (Object.keys(SUBJECTS) as Subject[]).flatMap((subject) =>
    gravest([
      ...links
        .filter((link) => link.subject === subject)
        .map((link) => ({
          points: linkPoints(link),
          reason: `politically exposed person (${link.foreign ? 'foreign' : 'domestic'}): ${link.words}`,
        })),
      ...matchesOf(input, 'pep', subject, model),
    ]),
  );
}

type Subject = 'customer' | 'beneficial_owner' | 'related_party';
const SUBJECTS: Record<Subject, string> = {
  customer: 'the customer',
  beneficial_owner: 'a beneficial owner',
  related_party: 'a related party',
};
const KINDS: Record<HitKind, string> = {
  sanctions: 'sanctions list',
  pep: 'list of politically exposed persons',
  adverse: 'list of crime or adverse media',
  watchlist: 'watchlist',
};

/** For each kind of list and each subject the gravest state counts: one person on five lists is one person. */
function matches(input: ScoringInput, model: ScoringModel): Finding[] {
  return (['sanctions', 'adverse', 'watchlist'] as const).flatMap((kind) =>
    (Object.keys(SUBJECTS) as Subject[]).flatMap((subject) => gravest(matchesOf(input, kind, subject, model))),
  );
}

function matchesOf(input: ScoringInput, kind: HitKind, subject: Subject, model: ScoringModel): Finding[] {
  return screeningHits(input)
    .filter((hit) => hit.kind === kind && hit.subject === subject)
    .map((hit) => ({
      points: matchPoints(hit, subject, model),
      reason: `${stateWords[hit.state]} of ${SUBJECTS[subject]} with a ${KINDS[kind]}: ${hit.subject_name} (${hit.list})`,
    }));
}

const stateWords: Record<ScreeningHit['state'], string> = {
  open: 'possible match',
  confirmed: 'confirmed match',
  handled: 'match that was handled',
};

/** A match that was handled in another way than by confirming it counts half of an undecided one. */
function matchPoints({ kind, state }: ScreeningHit, subject: Subject, model: ScoringModel): number {
  const points = model.points.relationship;
  if (state === 'handled') return Math.round(points[`${kind}_match_open`][subject] / 2);
  if (state === 'open') return points[`${kind}_match_open`][subject];
  return kind === 'pep' ? 0 : points[`${kind}_match_confirmed`][subject]; // that is a link, and counts as one
}

function ownership(profile: CustomerProfile, model: ScoringModel): Finding[] {
  if (profile.customer_type !== 'corporate') return [];
  const points = model.points.relationship;
  const owners = profile.beneficial_owners;
  const findings = [...transparencyFindings(profile, model)];
  const form = opaqueLegalForm(profile);
  if (form) findings.push({ points: points.opaque_legal_form, reason: `legal form that can hide owners: ${form}` });
  const companies = owners.filter((owner) => isCompanyName(owner.name)).map((owner) => owner.name);
  if (companies.length > 0) {
    const reason = `a company is named as beneficial owner, who is behind it is unknown: ${companies.join(', ')}`;
    findings.push({ points: points.owner_is_company * companies.length, reason });
  }
  const abroad = countryConnections(profile, model)
    .filter(({ role, tier }) => role === 'owner' && (tier === 'high_risk' || tier === 'call_for_action'))
    .map(({ words }) => words);
  if (abroad.length > 0) {
    findings.push({ points: points.owner_in_risk_country * abroad.length, reason: abroad.join(', ') });
  }
  if (owners.length > MANY_OWNERS) findings.push({ points: points.many_owners, reason: `${owners.length} owners` });
  return findings;
}

function transparencyFindings(profile: CustomerProfile, { points: { relationship } }: ScoringModel): Finding[] {
  const known = transparency(profile);
  if (known === 'unknown') return [{ points: relationship.owners_unknown, reason: 'no beneficial owner is named' }];
  if (known !== 'opaque') return [];
  const share = asPercent(knownShare(profile.beneficial_owners));
  const reason = `the owners that are named hold ${share}, less than ${KNOWN_OWNERSHIP_PERCENT} %`;
  return [{ points: relationship.ownership_opaque, reason }];
}

/** The finding with most points; among equals the first by its words, so that the order of alerts does not matter. */
function gravest(findings: Finding[]): Finding[] {
  return [...findings].sort((a, b) => b.points - a.points || (a.reason < b.reason ? -1 : 1)).slice(0, 1);
}
