import fc from 'fast-check';
import { DEFAULT_MODEL } from './scoring-model';
import { modelVersion } from './score-customer';
import { scoringInput } from './testing/arbitrary-input';
import {
  anna,
  bareCorporate,
  bareIndividual,
  coinExchange,
  inputOf,
  match,
  monitoringAlert,
  softwareHouse,
} from './testing/customers';
import { score, modelWith, reasonsOf, weights } from './testing/assessments';

describe('typical customers', () => {
  it.each([
    ['a complete person through a branch', inputOf(anna, { kyc_status: 'approved' }), 20, 'low'],
    ['the same customer before a review', inputOf(anna), 50, 'low'],
    ['a person with only an e-mail', inputOf(bareIndividual), 385, 'medium'],
    ['a company with only an e-mail', inputOf(bareCorporate), 425, 'medium'],
    ['an ordinary company online', inputOf(softwareHouse), 65, 'low'],
    ['a person who declares a political office', inputOf({ ...anna, pep_status: 'declared' }), 600, 'high'],
    ['an exchange for crypto with owners in the dark', inputOf(coinExchange), 600, 'high'],
    ['a person from a country under increased monitoring', inputOf({ ...anna, nationality: 'VN' }), 300, 'medium'],
    ['a person under a call for action', inputOf({ ...anna, nationality: 'IR' }), 800, 'critical'],
  ])('%s', (_who, input, composite, rating) => {
    const assessment = score(input);
    expect([assessment.composite_score, assessment.rating]).toEqual([composite, rating]);
  });

  it('have a reason for all points', () => {
    const assessment = score(inputOf(bareIndividual));
    expect(reasonsOf(assessment, 'identity')).toEqual([
      '250 full name is not given',
      '150 date of birth is not given',
      '150 nationality is not given',
      '150 country of the address is not given',
      '150 an identity document with its number, or a tax id, is not given',
      '150 KYC status is pending',
    ]);
    expect(assessment.identity_score).toBe(1000);
  });
});

describe('the version', () => {
  it('has the code version, a digest of the settings and the date of the country lists', () => {
    expect(modelVersion(DEFAULT_MODEL)).toMatch(/^v1\/[0-9a-f]{12}\/countries-2026-06-19$/);
    expect(modelVersion(modelWith({}))).toBe(modelVersion(DEFAULT_MODEL));
    expect(modelVersion(modelWith({ home_country: 'DE' }))).not.toBe(modelVersion(DEFAULT_MODEL));
  });
});

describe('floors', () => {
  const confirmed = { status: 'resolved', resolution: 'confirmed_match' } as const;
  it.each([
    ['a confirmed sanctions match', inputOf(anna, { alerts: [match(['sanction'], 'customer', confirmed)] }), 1000],
    [
      'a sanctioned owner',
      inputOf(softwareHouse, { alerts: [match(['sanction'], 'beneficial_owner', confirmed)] }),
      800,
    ],
    ['a sanctioned counterparty', inputOf(anna, { alerts: [match(['sanction'], 'counterparty', confirmed)] }), 600],
    ['an undecided sanctions match', inputOf(anna, { alerts: [match(['sanction'])] }), 600],
    ['an owner from KP', inputOf({ ...softwareHouse, beneficial_owners: [{ name: 'K', nationality: 'KP' }] }), 800],
    [
      'a confirmed match with a list of politically exposed',
      inputOf(anna, { alerts: [match(['pep'], 'customer', confirmed)] }),
      600,
    ],
    ['a wanted person', inputOf(anna, { alerts: [match(['wanted'], 'customer', confirmed)] }), 600],
    ['a rejected identity', inputOf(anna, { kyc_status: 'rejected' }), 600],
    ['a critical alert', inputOf(anna, { alerts: [monitoringAlert({ severity: 'critical' })] }), 600],
    [
      'a report to the authorities',
      inputOf(anna, { alerts: [monitoringAlert({ status: 'resolved', resolution: 'reported' })] }),
      600,
    ],
    ['a structuring alert', inputOf(anna, { alerts: [monitoringAlert()] }), 300],
  ])('%s', (_what, input, least) => {
    const assessment = score(input);
    expect(assessment.composite_score).toBe(least);
    const named = assessment.reasons.filter((reason) => reason.factor === 'floor' && reason.points === least);
    expect(named).not.toEqual([]);
    for (const { reason } of named) expect(reason).toMatch(new RegExp(`^[a-z_]+: at least ${least}, because .`));
  });

  it('no longer apply to a report after a year', () => {
    const old = monitoringAlert({ status: 'resolved', resolution: 'reported', raised_at: '2025-11-01T00:00:00Z' });
    expect(score(inputOf(anna, { alerts: [old] })).rating).toBe('low');
  });

  it('can be switched off if the model allows it', () => {
    const model = modelWith({ floors: { active_high_alert: 0 } });
    expect(score(inputOf(anna, { alerts: [monitoringAlert()] }), model).rating).toBe('low');
  });

  it('apply with any weights', () => {
    fc.assert(
      fc.property(scoringInput, weights(), (input, weights) => {
        const model = modelWith({ weights });
        const sanctioned = { ...input, alerts: [...input.alerts, match(['sanction'], 'customer', confirmed)] };
        expect(score(sanctioned, model).composite_score).toBe(1000);
        const profile = { ...input.profile, nationality: 'KP' };
        expect(score({ ...input, profile }, model).composite_score).toBeGreaterThanOrEqual(800);
        const pep = { ...input.profile, pep_status: 'declared' as const };
        expect(score({ ...input, profile: pep }, model).composite_score).toBeGreaterThanOrEqual(600);
      }),
      { numRuns: 100 },
    );
  });
});
