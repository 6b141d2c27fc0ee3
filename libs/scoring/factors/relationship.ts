import type { CustomerProfile } from '@probity/contracts/customers/profile';
import { isCompanyName } from '../business-risk';
import { countryConnections } from '../country-connections';
import { asPercent, knownShare, KNOWN_OWNERSHIP_PERCENT, opaqueLegalForm, transparency } from '../ownership';
import { type PepLink, pepLinks } from '../politically-exposed';
import type { Finding, ScoringInput } from '../scoring-input';
import type { ScoringModel } from '../scoring-model';
import { type HitKind, type ScreeningHit, screeningHits } from '../screening-hits';

/** More owners than this are unusual: at most four owners can hold a quarter each. */
const MANY_OWNERS = 10;

/** Findings about political exposure, screening matches and owners. */
export function relationshipFindings(input: ScoringInput, model: ScoringModel): Finding[] {
  return [...politicalExposure(input, model), ...matches(input, model), ...ownership(input.profile, model)];
}

/**
 * For each subject, only the gravest finding counts, whether a known link or a possible match, because ten exposed
 * owners are not ten times the risk.
 */
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

/** For each kind of list and each subject, only the gravest match counts: one person on five lists counts once. */
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
  handled: 'handled match',
};

/** A match that was resolved without confirmation counts half of an undecided match. */
function matchPoints({ kind, state }: ScreeningHit, subject: Subject, model: ScoringModel): number {
  const points = model.points.relationship;
  if (state === 'handled') return Math.round(points[`${kind}_match_open`][subject] / 2);
  if (state === 'open') return points[`${kind}_match_open`][subject];
  return kind === 'pep' ? 0 : points[`${kind}_match_confirmed`][subject]; // a confirmed PEP match counts as a link
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
    const reason = `a company is named as beneficial owner, so the person behind it is unknown: ${companies.join(', ')}`;
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
  const reason = `the named owners hold ${share}, which is less than ${KNOWN_OWNERSHIP_PERCENT} %`;
  return [{ points: relationship.ownership_opaque, reason }];
}

/**
 * Returns the finding with the most points; if equal, the first by its text, so that the order of alerts is irrelevant.
 */
function gravest(findings: Finding[]): Finding[] {
  const comesFirst = (a: Finding, b: Finding) => a.points > b.points || (a.points === b.points && a.reason < b.reason);
  const [first, ...others] = findings;
  return first ? [others.reduce((best, finding) => (comesFirst(finding, best) ? finding : best), first)] : [];
}
