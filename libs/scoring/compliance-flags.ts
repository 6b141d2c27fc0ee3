import type { Assessment } from '@probity/contracts/customers/events';
import { recentlyReported } from './alert-points';
import { countryConnections } from './country-connections';
import type { CountryTier } from './country-risk-data';
import type { EddDecision } from './edd';
import { customerBusiness } from './factors/product';
import { hidesOwners, transparency } from './ownership';
import { pepLinks } from './politically-exposed';
import type { ScoringInput } from './scoring-input';
import type { ScoringModel } from './scoring-model';
import { isActive, screeningHits } from './screening-hits';

/** The names of the compliance flags, gravest first. Names do not change. New flags may be added. */
export const COMPLIANCE_FLAGS = [
  'sanctions_confirmed',
  'sanctions_match_open',
  'sanctions_connected',
  'adverse_match_confirmed',
  'adverse_match_open',
  'pep',
  'pep_connected',
  'pep_match_open',
  'call_for_action_country',
  'high_risk_country',
  'increased_monitoring_country',
  'reported_activity',
  'critical_alert_open',
  'kyc_rejected',
  'kyc_expired',
  'kyc_incomplete',
  'kyc_inconsistent',
  'document_expired',
  'underage',
  'opaque_ownership',
  'high_risk_business',
  'edd_required',
] as const;
export type ComplianceFlagName = (typeof COMPLIANCE_FLAGS)[number];

export interface ComplianceFlag {
  flag: ComplianceFlagName;
  /** one sentence for officers */
  detail: string;
}

/** Returns the flags of a customer in the order of `COMPLIANCE_FLAGS`. */
export function complianceFlags(
  input: ScoringInput,
  assessment: Assessment,
  edd: EddDecision,
  model: ScoringModel,
): ComplianceFlag[] {
  const details = { ...matches(input), ...exposure(input, model), ...identity(input), ...business(input, model) };
  if (edd.required) details.edd_required = `Enhanced due diligence is required (${assessment.rating} risk).`;
  return COMPLIANCE_FLAGS.flatMap((flag) => (details[flag] ? [{ flag, detail: details[flag] }] : []));
}

type Details = Partial<Record<ComplianceFlagName, string>>;

function matches(input: ScoringInput): Details {
  const hits = screeningHits(input);
  const names = (kind: string, state: string, subjects?: string[]) =>
    listed(
      hits
        .filter((hit) => hit.kind === kind && hit.state === state && (subjects?.includes(hit.subject) ?? true))
        .map((hit) => `${hit.subject_name} (${hit.list})`),
    );
  return {
    sanctions_confirmed: sentence('The customer is on a sanctions list', names('sanctions', 'confirmed', ['customer'])),
    sanctions_match_open: sentence('Possible sanctions matches are undecided', names('sanctions', 'open')),
    sanctions_connected: sentence(
      'An owner, related party or counterparty is on a sanctions list',
      names('sanctions', 'confirmed', ['beneficial_owner', 'related_party', 'counterparty']),
    ),
    adverse_match_confirmed: sentence('On a list of crime or adverse media', names('adverse', 'confirmed')),
    adverse_match_open: sentence(
      'Possible matches with lists of crime or adverse media are undecided',
      names('adverse', 'open'),
    ),
    pep_match_open: sentence('Possible matches with politically exposed persons are undecided', names('pep', 'open')),
  };
}

function exposure(input: ScoringInput, model: ScoringModel): Details {
  const links = pepLinks(input, model);
  const connections = countryConnections(input.profile, model);
  const of = (...tiers: CountryTier[]) =>
    listed(connections.filter((each) => tiers.includes(each.tier)).map((each) => each.words));
  const exposed = (self: boolean) =>
    listed(links.filter((link) => (link.subject === 'customer') === self).map((link) => link.words));
  return {
    pep: sentence('The customer is a politically exposed person', exposed(true)),
    pep_connected: sentence('An owner or related party is a politically exposed person', exposed(false)),
    call_for_action_country: sentence('Connected with a country under a call for action', of('call_for_action')),
    high_risk_country: sentence('Connected with a high-risk country', of('high_risk', 'call_for_action')),
    increased_monitoring_country: sentence(
      'Connected with a country under increased monitoring',
      of('increased_monitoring'),
    ),
  };
}

function identity({ kyc, kyc_status }: ScoringInput): Details {
  const details = (result: string, skip: string[] = []) =>
    listed(
      kyc.checks.filter((check) => check.result === result && !skip.includes(check.check)).map((check) => check.detail),
    );
  return {
    kyc_rejected: kyc_status === 'rejected' ? 'The identity was rejected.' : undefined,
    kyc_expired: kyc_status === 'expired' ? 'The verification of the identity has expired.' : undefined,
    kyc_incomplete: kyc.complete ? undefined : sentence('Identity data is missing', details('missing')),
    kyc_inconsistent: kyc.consistent
      ? undefined
      : sentence('Identity data is inconsistent', details('fail', ['age', 'document_expiry'])),
    document_expired: sentence('A document has expired', listed(kyc.expired_documents)),
    underage: kyc.underage ? `The customer is ${kyc.age} years old.` : undefined,
  };
}

function business(input: ScoringInput, model: ScoringModel): Details {
  const { profile } = input;
  const { risk, kind } = customerBusiness(profile, model);
  const critical = input.alerts.filter((alert) => isActive(alert) && alert.severity === 'critical');
  return {
    reported_activity: sentence(
      'Recently reported to the authorities',
      listed(recentlyReported(input, model).map((alert) => alert.alert_type)),
    ),
    critical_alert_open: sentence('Critical alerts are open', listed(critical.map((alert) => alert.alert_type))),
    opaque_ownership: hidesOwners(profile)
      ? transparency(profile) === 'unknown'
        ? 'No beneficial owner is named.'
        : 'The named beneficial owners hold less than 75 %.'
      : undefined,
    high_risk_business: risk === 'high' ? `High-risk business: ${kind}.` : undefined,
  };
}

const listed = (words: string[]): string => [...new Set(words)].sort().join('; ');
const sentence = (what: string, of: string): string | undefined => (of === '' ? undefined : `${what}: ${of}.`);
