import Type, { type Static, type TProperties } from 'typebox';
import { BUSINESS_RISKS } from './business-risk-data';
import { COUNTRY_TIERS } from './country-risk-data';

/** When enhanced due diligence is asked for; what each word means is in edd.ts. */
export const EDD_TRIGGERS = [
  'rating',
  'pep',
  'pep_related_party',
  'sanctions_match',
  'adverse_match',
  'country_call_for_action',
  'country_high_risk',
  'country_increased_monitoring',
  'opaque_ownership',
  'high_risk_business',
  'reported_activity',
] as const;
export type EddTrigger = (typeof EDD_TRIGGERS)[number];

const strict = <Properties extends TProperties>(properties: Properties) =>
  Type.Object(properties, { additionalProperties: false });

const Points = Type.Integer({ minimum: 0, maximum: 1000 });
const Percent = Type.Integer({ minimum: 0, maximum: 100 });
const ByTier = strict({
  low: Points,
  standard: Points,
  increased_monitoring: Points,
  high_risk: Points,
  call_for_action: Points,
});
const BySeverity = strict({ low: Points, medium: Points, high: Points, critical: Points });
const BySubject = strict({ customer: Points, beneficial_owner: Points, related_party: Points });
const ByBusiness = strict({ elevated: Points, high: Points });

/**
 * How customers are scored. Points are whole numbers from 0 to 1000, shares whole per cent. What each
 * finding is and what it counts by default is described in docs/reference/scoring-model.md.
 */
export const ScoringModel = strict({
  /** share of each factor in the composite score, in per cent; 100 together */
  weights: strict({
    identity: Percent,
    geographic: Percent,
    behavioral: Percent,
    product: Percent,
    relationship: Percent,
    channel: Percent,
  }),
  points: strict({
    identity: strict({
      name_missing: Points,
      item_missing: Points,
      inconsistent: Points,
      underage: Points,
      documents_expired: Points,
      document_expired: Points,
      kyc_status: strict({ pending: Points, in_review: Points, approved: Points, expired: Points, rejected: Points }),
    }),
    geographic: strict({
      nationality: ByTier,
      residence: ByTier,
      document: ByTier,
      owner: ByTier,
      counterparty: ByTier,
      unknown_nationality: Points,
      unknown_residence: Points,
      non_resident: Points,
    }),
    behavioral: strict({ alert: BySeverity, escalated: Points }),
    product: strict({
      business: ByBusiness,
      business_unknown: Points,
      occupation: ByBusiness,
      occupation_missing: Points,
      source_of_funds_missing: Points,
      source_of_funds_unprovable: Points,
      source_of_wealth_missing: Points,
      income_missing: Points,
      income_very_high: Points,
      income_implausible: Points,
    }),
    relationship: strict({
      pep_foreign: Points,
      pep_domestic: Points,
      pep_owner: Points,
      pep_related_party: Points,
      pep_match_open: BySubject,
      sanctions_match_open: BySubject,
      sanctions_match_confirmed: BySubject,
      adverse_match_open: BySubject,
      adverse_match_confirmed: BySubject,
      watchlist_match_open: BySubject,
      watchlist_match_confirmed: BySubject,
      owners_unknown: Points,
      ownership_opaque: Points,
      opaque_legal_form: Points,
      owner_is_company: Points,
      owner_in_risk_country: Points,
      many_owners: Points,
    }),
    channel: strict({
      branch: Points,
      referral: Points,
      digital: Points,
      digital_verified: Points,
      partner: Points,
      agent: Points,
      unknown: Points,
    }),
  }),
  /** how much a decided alert counts, and how it fades */
  alerts: strict({
    /** share that a resolved alert counts of an active one, by resolution */
    resolved: strict({ handled: Percent, reported: Percent, confirmed_match: Percent }),
    /** up to so many days after it was raised a decided alert counts so much; after the last step nothing */
    decay: Type.Array(strict({ days: Type.Integer({ minimum: 1, maximum: 365 }), percent: Percent }), {
      minItems: 1,
      maxItems: 12,
    }),
  }),
  /** the least composite score when something is so, whatever the factors say; 0: no floor */
  floors: strict({
    confirmed_sanctions: Points,
    confirmed_sanctions_owner: Points,
    confirmed_sanctions_party: Points,
    open_sanctions_match: Points,
    country_call_for_action: Points,
    country_high_risk: Points,
    country_increased_monitoring: Points,
    foreign_pep: Points,
    other_pep: Points,
    confirmed_adverse_match: Points,
    kyc_rejected: Points,
    reported_activity: Points,
    active_critical_alert: Points,
    active_high_alert: Points,
    opaque_ownership: Points,
    high_risk_business: Points,
    several_floors: Points,
  }),
  /** so many different floors that apply at once make the floor `several_floors` */
  several_floors_count: Type.Integer({ minimum: 2, maximum: 10 }),
  /** the least score of each rating; below `medium` a customer is low */
  bands: strict({ medium: Points, high: Points, critical: Points }),
  edd_triggers: Type.Array(Type.Enum(EDD_TRIGGERS), { uniqueItems: true }),
  /** where the institution is; null: unknown, then every politically exposed person counts as foreign */
  home_country: Type.Unsafe<string | null>({ type: ['string', 'null'], pattern: '^[A-Z]{2}$' }),
  /** tiers that go before the lists, by ISO 3166-1 alpha-2 */
  country_tiers: Type.Record(Type.String({ pattern: '^[A-Z]{2}$' }), Type.Enum(COUNTRY_TIERS), {
    additionalProperties: false,
  }),
  /** the institution's own words and codes for businesses and occupations */
  business_words: Type.Record(Type.String({ pattern: '^.{2,60}$' }), Type.Enum(BUSINESS_RISKS), {
    additionalProperties: false,
  }),
  /** from this yearly income on, in whatever currency it is given, an income is very high */
  very_high_income: Type.Integer({ minimum: 1 }),
});
export type ScoringModel = Static<typeof ScoringModel>;
