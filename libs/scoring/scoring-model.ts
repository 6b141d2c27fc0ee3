import { isObject } from '@probity/platform/is-object';
import { Compile } from 'typebox/compile';
import { modelProblems } from './scoring-model-rules';
import { ScoringModel } from './scoring-model-shape';

export { EDD_TRIGGERS, type EddTrigger, ScoringModel } from './scoring-model-shape';

const byTier = (
  low: number,
  standard: number,
  increased_monitoring: number,
  high_risk: number,
  call_for_action: number,
) => ({ low, standard, increased_monitoring, high_risk, call_for_action });
const bySubject = (customer: number, beneficial_owner: number, related_party: number) => ({
  customer,
  beneficial_owner,
  related_party,
});

export const DEFAULT_MODEL: ScoringModel = {
  weights: { identity: 20, geographic: 20, behavioral: 20, product: 15, relationship: 15, channel: 10 },
  points: {
    identity: {
      name_missing: 250,
      item_missing: 150,
      inconsistent: 300,
      underage: 300,
      documents_expired: 300,
      document_expired: 50,
      kyc_status: { approved: 0, in_review: 100, pending: 150, expired: 300, rejected: 600 },
    },
    geographic: {
      nationality: byTier(25, 100, 350, 550, 1000),
      residence: byTier(25, 100, 450, 650, 1000),
      document: byTier(0, 0, 100, 250, 500),
      owner: byTier(0, 50, 250, 400, 1000),
      counterparty: byTier(0, 0, 100, 250, 500),
      unknown_nationality: 250,
      unknown_residence: 250,
      non_resident: 150,
    },
    behavioral: { alert: { low: 50, medium: 120, high: 300, critical: 600 }, escalated: 100 },
    product: {
      business: { elevated: 350, high: 700 },
      business_unknown: 250,
      occupation: { elevated: 100, high: 250 },
      occupation_missing: 100,
      source_of_funds_missing: 150,
      source_of_funds_unprovable: 250,
      source_of_wealth_missing: 150,
      income_missing: 50,
      income_very_high: 150,
      income_implausible: 250,
    },
    relationship: {
      pep_foreign: 800,
      pep_domestic: 500,
      pep_owner: 600,
      pep_related_party: 400,
      pep_match_open: bySubject(300, 250, 150),
      sanctions_match_open: bySubject(700, 500, 250),
      sanctions_match_confirmed: bySubject(1000, 1000, 600),
      adverse_match_open: bySubject(300, 200, 100),
      adverse_match_confirmed: bySubject(700, 400, 250),
      watchlist_match_open: bySubject(150, 100, 50),
      watchlist_match_confirmed: bySubject(400, 250, 150),
      owners_unknown: 500,
      ownership_opaque: 350,
      opaque_legal_form: 250,
      owner_is_company: 150,
      owner_in_risk_country: 150,
      many_owners: 150,
    },
    channel: {
      branch: 100,
      digital_verified: 200,
      referral: 250,
      digital: 300,
      partner: 300,
      agent: 350,
      unknown: 400,
    },
  },
  alerts: {
    resolved: { handled: 50, reported: 100, confirmed_match: 100 },
    decay: [
      { days: 30, percent: 100 },
      { days: 90, percent: 75 },
      { days: 180, percent: 50 },
      { days: 365, percent: 25 },
    ],
  },
  floors: {
    confirmed_sanctions: 1000,
    confirmed_sanctions_owner: 800,
    confirmed_sanctions_party: 600,
    open_sanctions_match: 600,
    country_call_for_action: 800,
    country_high_risk: 400,
    country_increased_monitoring: 300,
    foreign_pep: 600,
    other_pep: 300,
    confirmed_adverse_match: 600,
    kyc_rejected: 600,
    reported_activity: 600,
    active_critical_alert: 600,
    active_high_alert: 300,
    opaque_ownership: 300,
    high_risk_business: 300,
    several_floors: 600,
  },
  several_floors_count: 3,
  bands: { medium: 300, high: 600, critical: 800 },
  edd_triggers: [
    'rating',
    'pep',
    'pep_related_party',
    'sanctions_match',
    'adverse_match',
    'country_call_for_action',
    'country_high_risk',
    'opaque_ownership',
    'reported_activity',
  ],
  home_country: null,
  country_tiers: {},
  business_words: {},
  very_high_income: 1_000_000,
};

const shape = Compile(ScoringModel);

export interface CheckedModel {
  /** the whole model; absent when there are problems */
  model?: ScoringModel;
  /** each begins with the path of what is wrong, such as `weights.identity: …` */
  problems: string[];
}

/**
 * The default model with what a tenant sets differently. Objects are merged member by member; lists
 * (`edd_triggers`, `alerts.decay`) are replaced as a whole. The input is not changed and not kept.
 */
export function checkModel(input: unknown): CheckedModel {
  if (!isObject(input)) return { problems: ['scoring model: must be an object with what differs from the default'] };
  const model = merged(DEFAULT_MODEL, input) as ScoringModel;
  const problems = shapeProblems(model);
  if (problems.length === 0) problems.push(...modelProblems(model));
  return problems.length === 0 ? { model, problems } : { problems };
}

function merged(base: unknown, changes: unknown): unknown {
  if (changes === undefined) return structuredClone(base);
  if (!isObject(base) || !isObject(changes)) return structuredClone(changes);
  const names = new Set([...Object.keys(base), ...Object.keys(changes)]);
  // Object.fromEntries makes members of its own even of names such as __proto__, so that the schema sees and refuses them.
  return Object.fromEntries([...names].map((name) => [name, merged(ownMember(base, name), ownMember(changes, name))]));
}

function shapeProblems(model: unknown): string[] {
  const problems = shape.Errors(model).flatMap((error) => {
    // Each unknown name is reported twice: at the object, and at itself with the keyword `boolean`.
    if (error.keyword === 'additionalProperties') return [];
    const path = error.instancePath.slice(1).replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~');
    return [`${path}: ${error.keyword === 'boolean' ? unknownName(path) : error.message}${allowed(error.params)}`];
  });
  return [...new Set(problems)];
}

function unknownName(path: string): string {
  if (path.startsWith('country_tiers.')) return 'the country must be an ISO 3166-1 alpha-2 code in upper case';
  if (path.startsWith('business_words.')) return 'the words must have 2 to 60 characters';
  return 'is not a setting of the scoring model';
}

function allowed(params: object): string {
  return 'allowedValues' in params ? `: ${(params.allowedValues as string[]).join(', ')}` : '';
}

const ownMember = (object: Record<string, unknown>, name: string): unknown =>
  Object.hasOwn(object, name) ? object[name] : undefined;
