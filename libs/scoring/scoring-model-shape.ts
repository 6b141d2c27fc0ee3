import Type, { type Static, type TProperties } from 'typebox';
import { BUSINESS_RISKS } from './business-risk-data';
import { COUNTRY_TIERS } from './country-risk-data';

/** The triggers of enhanced due diligence. Their conditions are in edd.ts. */
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
 * The settings of the scoring. Points are whole numbers from 0 to 1000, shares are whole per cent.
 * docs/reference/scoring-model.md describes each finding and its default points.
 */
export const ScoringModel = strict({
  /** share of each factor in the composite score, in per cent; the sum must be 100 */
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
  /** how much a resolved alert counts, and how its points decay */
  alerts: strict({
    /** points of a resolved alert in per cent of those of an active alert, by resolution */
    resolved: strict({ handled: Percent, reported: Percent, confirmed_match: Percent }),
    /** up to `days` after it was raised, a resolved alert counts `percent`; after the last step it counts nothing */
    decay: Type.Array(strict({ days: Type.Integer({ minimum: 1, maximum: 365 }), percent: Percent }), {
      minItems: 1,
      maxItems: 12,
    }),
  }),
  /** the lowest composite score if a condition applies, regardless of the factors; 0 means no floor */
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
  /** the floor `several_floors` applies if at least this number of other floors apply */
  several_floors_count: Type.Integer({ minimum: 2, maximum: 10 }),
  /** the lowest score of each rating; below `medium` the rating is low */
  bands: strict({ medium: Points, high: Points, critical: Points }),
  edd_triggers: Type.Array(Type.Enum(EDD_TRIGGERS), { uniqueItems: true }),
  /** country of the institution; if it is null, every politically exposed person counts as foreign */
  home_country: Type.Unsafe<string | null>({ type: ['string', 'null'], pattern: '^[A-Z]{2}$' }),
  /** tiers that override the country lists, by ISO 3166-1 alpha-2 code */
  country_tiers: Type.Record(Type.String({ pattern: '^[A-Z]{2}$' }), Type.Enum(COUNTRY_TIERS), {
    additionalProperties: false,
  }),
  /** the institution's own words and codes for businesses and occupations */
  business_words: Type.Record(Type.String({ pattern: '^.{2,60}$' }), Type.Enum(BUSINESS_RISKS), {
    additionalProperties: false,
  }),
  /** a yearly income of at least this amount, in any currency, is very high */
  very_high_income: Type.Integer({ minimum: 1 }),
});
export type ScoringModel = Static<typeof ScoringModel>;
