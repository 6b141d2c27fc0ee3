import type { Assessment } from '@probity/contracts/customers/events';
import { recentlyReported } from './alert-points';
import { countryConnections } from './country-connections';
import type { CountryTier } from './country-risk-data';
import { customerBusiness } from './factors/product';
import { hidesOwners } from './ownership';
import { pepLinks } from './politically-exposed';
import type { ScoringInput } from './scoring-input';
import type { EddTrigger, ScoringModel } from './scoring-model';
import { screeningHits } from './screening-hits';

/** Returns why a trigger applies to a customer, or undefined if it does not apply. */
type TriggerReason = (input: ScoringInput, assessment: Assessment, model: ScoringModel) => string | undefined;

const triggers: Record<EddTrigger, TriggerReason> = {
  rating: (_input, { rating }) => (rating === 'high' || rating === 'critical' ? `the rating is ${rating}` : undefined),
  pep: (input, _assessment, model) =>
    listed(
      'politically exposed person:',
      pepLinks(input, model).filter((link) => link.subject !== 'related_party'),
      'words',
    ),
  pep_related_party: (input, _assessment, model) =>
    listed(
      'associated with a politically exposed person:',
      pepLinks(input, model).filter((link) => link.subject === 'related_party'),
      'words',
    ),
  sanctions_match: (input) =>
    listed(
      'a sanctions match is open or confirmed:',
      screeningHits(input).filter((hit) => hit.kind === 'sanctions' && hit.state !== 'handled'),
      'subject_name',
    ),
  adverse_match: (input) =>
    listed(
      'a match with a list of crime or adverse media is confirmed:',
      screeningHits(input).filter((hit) => hit.kind === 'adverse' && hit.state === 'confirmed'),
      'subject_name',
    ),
  country_call_for_action: country('call_for_action'),
  country_high_risk: country('high_risk'),
  country_increased_monitoring: country('increased_monitoring'),
  opaque_ownership: ({ profile }) =>
    hidesOwners(profile) ? 'the ownership of the company is not sufficiently known' : undefined,
  high_risk_business: ({ profile }, _assessment, model) => {
    const { risk, kind } = customerBusiness(profile, model);
    return risk === 'high' ? `high-risk business: ${kind}` : undefined;
  },
  reported_activity: (input, _assessment, model) =>
    listed('recently reported to the authorities:', recentlyReported(input, model), 'alert_type'),
};

export interface EddDecision {
  required: boolean;
  /** one text for each trigger that applies; it begins with the name: `pep: politically exposed person: …` */
  reasons: string[];
}

/** Decides by the triggers of the model whether enhanced due diligence is required. */
export function requiresEdd(input: ScoringInput, assessment: Assessment, model: ScoringModel): EddDecision {
  const reasons = model.edd_triggers.flatMap((trigger) => {
    const reason = triggers[trigger](input, assessment, model);
    return reason === undefined ? [] : [`${trigger}: ${reason}`];
  });
  return { required: reasons.length > 0, reasons };
}

function country(tier: CountryTier): TriggerReason {
  return ({ profile }, _assessment, model) =>
    listed(
      'the customer is connected with a country of higher risk:',
      countryConnections(profile, model).filter((connection) => connection.tier === tier),
      'words',
    );
}

function listed<Name extends string>(because: string, found: Record<Name, string>[], name: Name): string | undefined {
  const names = [...new Set(found.map((each) => each[name]))].sort();
  return names.length > 0 ? `${because} ${names.join(', ')}` : undefined;
}
