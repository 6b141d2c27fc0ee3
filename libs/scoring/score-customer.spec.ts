import fc from 'fast-check';
import type { Assessment, Factor } from '@probity/contracts/customers/events';
import { FACTORS } from '@probity/contracts/customers/words';
import { checkModel, DEFAULT_MODEL, type ScoringModel } from './scoring-model';
import { modelVersion, ratingOf, scoreCustomer } from './score-customer';
import type { ScoringInput } from './scoring-input';
import { isActive } from './screening-hits';
import { alert, COUNTRIES, scoringInput } from './testing/arbitrary-input';
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

const score = (input: ScoringInput, model = DEFAULT_MODEL) => scoreCustomer(input, model);
const modelWith = (changes: unknown): ScoringModel => {
  const { model, problems } = checkModel(changes);
  expect(problems).toEqual([]);
  return model!;
};
const reasonsOf = ({ reasons }: Assessment, factor: string) =>
  reasons.filter((reason) => reason.factor === factor).map(({ points, reason }) => `${points} ${reason}`);
const floorNames = ({ reasons }: Assessment) =>
  reasons.filter((reason) => reason.factor === 'floor').map((reason) => reason.reason.split(':')[0]);

describe('typical customers', () => {
  it.each([
    ['a complete person through a branch', inputOf(anna, { kyc_status: 'approved' }), 20, 'low'],
    ['the same, not looked at yet', inputOf(anna), 50, 'low'],
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

  it('says for each point why it was given', () => {
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

describe('identity', () => {
  it('counts the expiry of one document little while another is valid', () => {
    const [valid] = anna.identity_documents;
    const old = { ...valid!, number: 'B9', expires_on: '2025-01-31' };
    const both = score(inputOf({ ...anna, identity_documents: [valid!, old] }, { kyc_status: 'approved' }));
    const onlyOld = score(inputOf({ ...anna, identity_documents: [old] }, { kyc_status: 'approved' }));
    expect(reasonsOf(both, 'identity')).toEqual(['50 passport of DE, expired on 2025-01-31']);
    expect(onlyOld.identity_score).toBe(300);
  });

  it('counts a minor and data that does not fit together', () => {
    const child = score(inputOf({ ...anna, date_of_birth: '2010-05-01' }, { kyc_status: 'approved' }));
    expect(reasonsOf(child, 'identity')).toEqual(['300 the customer is 16 years old, younger than 18']);
    const mixed = score(inputOf({ ...anna, registration_no: 'HRB 5' }, { kyc_status: 'approved' }));
    expect(mixed.identity_score).toBe(300);
  });

  it('counts alerts of the KYC stage', () => {
    const alerts = [monitoringAlert({ source: 'kyc', alert_type: 'document_forged', severity: 'medium' })];
    const assessment = score(inputOf(anna, { kyc_status: 'approved', alerts }));
    expect([assessment.identity_score, assessment.behavioral_score]).toEqual([120, 0]);
  });
});

describe('geographic', () => {
  it('counts the gravest owner once and each country of counterparties', () => {
    const owners = [
      { name: 'A', nationality: 'BR', ownership_share: '50' },
      { name: 'B', nationality: 'RU', ownership_share: '50' },
    ];
    const input = inputOf(
      { ...softwareHouse, beneficial_owners: owners },
      { counterparty_countries: ['RU', 'VN', 'RU', 'DE'] },
    );
    expect(score(input).geographic_score).toBe(25 + 400 + 250 + 100);
  });

  it('takes a passport of another country for a second nationality', () => {
    const profile = {
      ...anna,
      identity_documents: [
        ...anna.identity_documents,
        { type: 'passport', number: 'I1', issuing_country: 'IR', expires_on: '2030-01-01' },
      ],
    };
    expect(score(inputOf(profile))).toMatchObject({ geographic_score: 550, composite_score: 800, rating: 'critical' });
  });

  it('counts who is not resident where the institution is', () => {
    const model = modelWith({ home_country: 'FR' });
    expect(reasonsOf(score(inputOf(anna), model), 'geographic')).toContain('150 the customer is not resident in FR');
  });
});

describe('behavioral', () => {
  const behavior = (...alerts: ScoringInput['alerts']) => score(inputOf(anna, { alerts }));

  it('counts active alerts in full, however old', () => {
    expect(behavior(monitoringAlert()).behavioral_score).toBe(300);
    expect(behavior(monitoringAlert({ raised_at: '2024-01-01T00:00:00Z' })).behavioral_score).toBe(300);
    expect(behavior(monitoringAlert({ status: 'escalated' })).behavioral_score).toBe(400);
  });

  it.each([
    ['2026-11-20', 300],
    ['2026-10-21', 300], // 30 days
    ['2026-10-20', 225], // 31 days
    ['2026-08-22', 225], // 90 days
    ['2026-08-21', 150], // 91 days
    ['2026-05-24', 150], // 180 days
    ['2026-05-23', 75], // 181 days
    ['2025-11-20', 75], // 365 days
    ['2025-11-19', 0],
    ['2026-12-24', 300], // a clock that is ahead
  ])('lets a reported alert of %s fade to %d', (raised, points) => {
    const alert = monitoringAlert({ status: 'resolved', resolution: 'reported', raised_at: `${raised}T23:59:59.999Z` });
    expect(behavior(alert).behavioral_score).toBe(points);
  });

  it('counts a handled alert half and a dismissed one not at all', () => {
    expect(behavior(monitoringAlert({ status: 'resolved', resolution: 'handled' })).behavioral_score).toBe(150);
    expect(behavior(monitoringAlert({ status: 'dismissed' })).behavioral_score).toBe(0);
  });

  it('gives alerts that count alike one reason, and stops at 1000', () => {
    const alerts = [...Array.from({ length: 4 }, () => monitoringAlert()), monitoringAlert({ alert_type: 'velocity' })];
    expect(reasonsOf(behavior(...alerts), 'behavioral')).toEqual([
      '1500 5 alerts of high severity, open: structuring, velocity',
      '-500 a factor counts 1000 at most',
    ]);
  });

  it('counts a match of a counterparty as conduct', () => {
    const assessment = behavior(match(['sanction'], 'counterparty'));
    expect([assessment.behavioral_score, assessment.relationship_score]).toEqual([600, 0]);
    expect(floorNames(assessment)).toEqual(['active_critical_alert']);
  });
});

describe('product', () => {
  it.each([
    ['money_service_business', 700],
    ['Online Casinos & sports betting', 700],
    ['Restaurants', 350],
    ['olive oil retail', 0],
    ['software', 0],
  ])('counts the business %s', (industry_type, points) => {
    expect(score(inputOf({ ...softwareHouse, industry_type })).product_score).toBe(points);
  });

  it('goes by the words of the institution first', () => {
    const model = modelWith({ business_words: { 'MCC 7995': 'high', 'casino software': 'standard' } });
    expect(score(inputOf({ ...softwareHouse, industry_type: 'mcc-7995' }), model).product_score).toBe(700);
    expect(score(inputOf({ ...softwareHouse, industry_type: 'casino software' }), model).product_score).toBe(0);
    expect(score(inputOf({ ...softwareHouse, industry_type: 'casino' }), model).product_score).toBe(700);
  });

  it('wonders at a student with millions', () => {
    const assessment = score(inputOf({ ...anna, occupation: 'Student', income_range: '> 2.5m' }));
    expect(reasonsOf(assessment, 'product')).toEqual([
      '150 very high income: > 2.5m',
      '250 the income does not fit the occupation: student',
      '150 the source of wealth is unknown, of a customer with political exposure or a very high income',
    ]);
  });

  it('counts funds that are hard to prove', () => {
    expect(score(inputOf({ ...anna, source_of_funds: 'cash savings' })).product_score).toBe(250);
    expect(score(inputOf({ ...anna, source_of_funds: 'operating cash flow' })).product_score).toBe(0);
  });
});

describe('relationship', () => {
  it('tells a domestic from a foreign politically exposed person', () => {
    const pep = inputOf({ ...anna, pep_status: 'confirmed', source_of_wealth: 'salary' });
    const abroad = score(pep, modelWith({ home_country: 'FR' }));
    const atHome = score(pep, modelWith({ home_country: 'DE' }));
    expect([abroad.relationship_score, abroad.rating, floorNames(abroad)]).toEqual([800, 'high', ['foreign_pep']]);
    expect([atHome.relationship_score, atHome.rating, floorNames(atHome)]).toEqual([500, 'medium', ['other_pep']]);
  });

  it('counts one person on several lists once', () => {
    const one = match(['sanction']);
    const alerts = [one, match(['sanction'], 'customer', { match: { ...one.match!, list: 'eu-fsf' } })];
    expect(reasonsOf(score(inputOf(anna, { alerts })), 'relationship')).toEqual([
      '700 possible match of the customer with a sanctions list: Anna Berger (eu-fsf)',
    ]);
  });

  it('does not count what was dismissed', () => {
    const assessment = score(inputOf(anna, { alerts: [match(['sanction'], 'customer', { status: 'dismissed' })] }));
    expect([assessment.relationship_score, assessment.rating]).toEqual([0, 'low']);
  });

  it('counts owners in the dark', () => {
    expect(reasonsOf(score(inputOf(coinExchange)), 'relationship').map((reason) => reason.split(' ')[0])).toEqual([
      '350',
      '250',
      '150',
      '150',
    ]);
    const listed = { ...softwareHouse, business_type: 'listed company', beneficial_owners: [] };
    expect(score(inputOf(listed)).relationship_score).toBe(0);
    expect(score(inputOf({ ...listed, business_type: 'non-listed company' })).relationship_score).toBe(500);
  });
});

describe('channel', () => {
  it('counts digital onboarding less once a provider has verified', () => {
    const digital = { ...anna, onboarding_channel: 'digital' as const, kyc_provider: 'sumsub' };
    expect(score(inputOf(digital)).channel_score).toBe(300);
    expect(score(inputOf(digital, { kyc_status: 'approved' })).channel_score).toBe(200);
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

  it('forgets a report after a year', () => {
    const old = monitoringAlert({ status: 'resolved', resolution: 'reported', raised_at: '2025-11-01T00:00:00Z' });
    expect(score(inputOf(anna, { alerts: [old] })).rating).toBe('low');
  });

  it('can be switched off where that is allowed', () => {
    const model = modelWith({ floors: { active_high_alert: 0 } });
    expect(score(inputOf(anna, { alerts: [monitoringAlert()] }), model).rating).toBe('low');
  });

  it('holds whatever the weights', () => {
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

describe('for any customer', () => {
  it('the reasons and the score add up, within bounds', () => {
    fc.assert(
      fc.property(scoringInput, weights(), (input, weights) => {
        const model = modelWith({ weights });
        const assessment = score(input, model);
        const factorScores = FACTORS.map((factor) => [factor, assessment[`${factor}_score`]] as const);
        for (const [factor, points] of factorScores) {
          const given = assessment.reasons.filter((reason) => reason.factor === factor);
          expect(given.reduce((sum, reason) => sum + reason.points, 0)).toBe(points);
          expect(points).toBeGreaterThanOrEqual(0);
          expect(points).toBeLessThanOrEqual(1000);
        }
        const weighted = factorScores.reduce((sum, [factor, points]) => sum + points * model.weights[factor], 0) / 100;
        const floors = assessment.reasons.filter((reason) => reason.factor === 'floor').map((reason) => reason.points);
        expect(assessment.composite_score).toBe(Math.max(Math.round(weighted), ...floors));
        expect(assessment.rating).toBe(ratingOf(assessment.composite_score, model));
        for (const { points, reason } of assessment.reasons) {
          expect(Number.isInteger(points)).toBe(true);
          expect(reason).not.toMatch(/undefined|null|NaN|\[object/);
        }
      }),
      { numRuns: 150 },
    );
  });

  it('the order of alerts and countries makes no difference', () => {
    fc.assert(
      fc.property(scoringInput, (input) => {
        const turned = {
          ...input,
          alerts: [...input.alerts].reverse(),
          counterparty_countries: [...input.counterparty_countries].reverse(),
        };
        expect(score(turned)).toEqual(score(input));
      }),
      { numRuns: 80 },
    );
  });

  const worsened: [string, fc.Arbitrary<(input: ScoringInput) => ScoringInput>][] = [
    ['one more active alert', alert.map((one) => add({ ...one, status: 'open' }))],
    ['one more alert of any kind', alert.map((one) => add(one))],
    ['an alert escalated', fc.constant(each((one) => (one.status === 'open' ? { ...one, status: 'escalated' } : one)))],
    ['its matches confirmed', fc.constant(each(confirm))],
    ['its alerts graver', fc.constant(each((one) => ({ ...one, severity: 'critical' })))],
    ['a graver nationality', fc.constantFrom('IR', 'KP').map((nationality) => changed({ nationality }))],
    ['a graver address', fc.constantFrom('IR', 'KP').map((country) => changed({ address: { country } }))],
    ['a declared political office', fc.constant(changed({ pep_status: 'declared' }))],
    ['a business at high risk', fc.constant(changed({ industry_type: 'casino' }))],
    ['a rejected identity', fc.constant((input: ScoringInput) => ({ ...input, kyc_status: 'rejected' as const }))],
    [
      'one more country of counterparties',
      fc.constantFrom(...COUNTRIES).map((country) => (input: ScoringInput) => ({
        ...input,
        counterparty_countries: [...input.counterparty_countries, country],
      })),
    ],
    [
      'one more failed check',
      fc.constant((input: ScoringInput) => ({
        ...input,
        kyc: {
          ...input.kyc,
          checks: [...input.kyc.checks, { check: 'x', result: 'fail', field: 'x', detail: 'x' } as const],
          consistent: false,
        },
      })),
    ],
  ];
  it.each(worsened)('%s never lowers the score', (_what, worse) => {
    fc.assert(
      fc.property(scoringInput, worse, fc.constantFrom(null, 'DE'), (input, change, home_country) => {
        const model = { ...DEFAULT_MODEL, home_country };
        expect(score(change(input), model).composite_score).toBeGreaterThanOrEqual(score(input, model).composite_score);
      }),
      { numRuns: 60 },
    );
  });
});

describe('the version', () => {
  it('names the code, the settings and the country lists', () => {
    expect(modelVersion(DEFAULT_MODEL)).toMatch(/^v1\/[0-9a-f]{12}\/countries-2026-06-19$/);
    expect(modelVersion(modelWith({}))).toBe(modelVersion(DEFAULT_MODEL));
    expect(modelVersion(modelWith({ home_country: 'DE' }))).not.toBe(modelVersion(DEFAULT_MODEL));
  });
});

function weights(): fc.Arbitrary<Record<Factor, number>> {
  return fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 5, maxLength: 5 }).map((cuts) => {
    const edges = [0, ...cuts.sort((a, b) => a - b), 100];
    return Object.fromEntries(FACTORS.map((factor, at) => [factor, edges[at + 1]! - edges[at]!])) as Record<
      Factor,
      number
    >;
  });
}

function add(one: ScoringInput['alerts'][number]) {
  return (input: ScoringInput): ScoringInput => ({ ...input, alerts: [...input.alerts, one] });
}

function each(change: (one: ScoringInput['alerts'][number]) => ScoringInput['alerts'][number]) {
  return (input: ScoringInput): ScoringInput => ({ ...input, alerts: input.alerts.map(change) });
}

/** A match of a counterparty counts as an alert and fades once it is decided. */
function confirm(one: ScoringInput['alerts'][number]): ScoringInput['alerts'][number] {
  const ofTheCustomer = one.match && one.match.subject !== 'counterparty' && isActive(one);
  return ofTheCustomer ? { ...one, status: 'resolved', resolution: 'confirmed_match' } : one;
}

function changed(changes: Partial<ScoringInput['profile']>) {
  return (input: ScoringInput): ScoringInput => ({ ...input, profile: { ...input.profile, ...changes } });
}
