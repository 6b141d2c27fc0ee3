import { complianceFlags } from './compliance-flags';
import { requiresEdd } from './edd';
import { scoreCustomer } from './score-customer';
import type { ScoringInput } from './scoring-input';
import { checkModel, DEFAULT_MODEL } from './scoring-model';
import {
  anna,
  bareIndividual,
  coinExchange,
  inputOf,
  match,
  monitoringAlert,
  softwareHouse,
} from './testing/customers';

const edd = (input: ScoringInput, model = DEFAULT_MODEL) => requiresEdd(input, scoreCustomer(input, model), model);
const triggers = (input: ScoringInput, model = DEFAULT_MODEL) =>
  edd(input, model).reasons.map((reason) => reason.split(':')[0]);
const flags = (input: ScoringInput) => {
  const assessment = scoreCustomer(input, DEFAULT_MODEL);
  const due = requiresEdd(input, assessment, DEFAULT_MODEL);
  return complianceFlags(input, assessment, due, DEFAULT_MODEL);
};
const confirmed = { status: 'resolved', resolution: 'confirmed_match' } as const;
const reported = monitoringAlert({ status: 'resolved', resolution: 'reported' });
const ownerFrom = (nationality: string) => ({
  ...softwareHouse,
  beneficial_owners: [{ name: 'Olga Orlova', ownership_share: '100', nationality }],
});

describe('enhanced due diligence', () => {
  it.each([
    ['an ordinary customer', inputOf(anna), []],
    ['a critical alert', inputOf(anna, { alerts: [monitoringAlert({ severity: 'critical' })] }), ['rating']],
    ['a declared political office', inputOf({ ...anna, pep_status: 'screened' }), ['rating', 'pep']],
    [
      'a politically exposed spouse',
      inputOf({ ...anna, related_parties: [{ name: 'Max Berger', role: 'politically exposed person' }] }),
      ['pep_related_party'],
    ],
    [
      'an owner who is matched',
      inputOf(softwareHouse, { alerts: [match(['pep'], 'beneficial_owner', confirmed)] }),
      ['rating', 'pep'],
    ],
    ['an open sanctions match', inputOf(anna, { alerts: [match(['sanction'], 'related_party')] }), ['sanctions_match']],
    [
      'a sanctions match that was dismissed',
      inputOf(anna, { alerts: [match(['sanction'], 'customer', { status: 'dismissed' })] }),
      [],
    ],
    ['a wanted party', inputOf(anna, { alerts: [match(['wanted'], 'related_party', confirmed)] }), ['adverse_match']],
    ['a country under a call for action', inputOf(ownerFrom('IR')), ['rating', 'country_call_for_action']],
    ['a high-risk country', inputOf(ownerFrom('CU')), ['country_high_risk']],
    ['a country under increased monitoring', inputOf(ownerFrom('VN')), []],
    ['unknown owners', inputOf({ ...softwareHouse, beneficial_owners: [] }), ['opaque_ownership']],
    [
      'owners of 74.9 %',
      inputOf({ ...softwareHouse, beneficial_owners: [{ name: 'A B', ownership_share: '74.9' }] }),
      ['opaque_ownership'],
    ],
    ['owners of 75 %', inputOf({ ...softwareHouse, beneficial_owners: [{ name: 'A B', ownership_share: '75' }] }), []],
    ['a report to the authorities', inputOf(anna, { alerts: [reported] }), ['rating', 'reported_activity']],
  ])('for %s', (_what, input, expected) => expect(triggers(input)).toEqual(expected));

  it('applies only the triggers of the institution', () => {
    const { model } = checkModel({
      edd_triggers: ['rating', 'country_increased_monitoring', 'high_risk_business'],
      floors: { reported_activity: 0 },
    });
    expect(triggers(inputOf(ownerFrom('VN')), model)).toEqual(['country_increased_monitoring']);
    expect(triggers(inputOf({ ...softwareHouse, industry_type: 'casino' }), model)).toEqual(['high_risk_business']);
    expect(edd(inputOf(anna, { alerts: [reported] }), model)).toEqual({ required: false, reasons: [] });
  });

  it('returns reasons for officers', () => {
    expect(edd(inputOf({ ...anna, pep_status: 'declared' }))).toEqual({
      required: true,
      reasons: ['rating: the rating is high', 'pep: politically exposed person: the customer (pep_status declared)'],
    });
  });
});

describe('compliance flags', () => {
  it('are none for an ordinary customer', () => expect(flags(inputOf(anna))).toEqual([]));

  it('are listed with details, gravest first', () => {
    const input = inputOf(
      { ...anna, nationality: 'IR', date_of_birth: '2012-01-01', pep_status: 'declared' },
      {
        kyc_status: 'rejected',
        alerts: [match(['sanction'], 'customer', confirmed), match(['sanction'], 'counterparty'), reported],
      },
    );
    expect(flags(input).map((flag) => flag.flag)).toEqual([
      'sanctions_confirmed',
      'sanctions_match_open',
      'pep',
      'call_for_action_country',
      'high_risk_country',
      'reported_activity',
      'critical_alert_open',
      'kyc_rejected',
      'kyc_inconsistent', // another country issued the passport
      'underage',
      'edd_required',
    ]);
    expect(flags(input)[0]).toEqual({
      flag: 'sanctions_confirmed',
      detail: 'The customer is on a sanctions list: Anna Berger (ofac-sdn).',
    });
  });

  it('name missing data and expired documents', () => {
    expect(flags(inputOf(bareIndividual))[0]).toEqual({
      flag: 'kyc_incomplete',
      detail: expect.stringContaining('full name is not given'),
    });
    const [passport] = anna.identity_documents;
    const expired = inputOf({ ...anna, identity_documents: [{ ...passport!, expires_on: '2026-11-19' }] });
    expect(flags(expired)).toEqual([
      { flag: 'document_expired', detail: 'A document has expired: passport of DE, expired on 2026-11-19.' },
    ]);
  });

  it('include the risks of a company', () => {
    expect(flags(inputOf(coinExchange)).map((flag) => flag.flag)).toEqual([
      'high_risk_country',
      'increased_monitoring_country',
      'opaque_ownership',
      'high_risk_business',
      'edd_required',
    ]);
  });
});
