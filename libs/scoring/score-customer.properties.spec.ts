import fc from 'fast-check';
import { FACTORS } from '@probity/contracts/customers/words';
import { DEFAULT_MODEL } from './scoring-model';
import { ratingOf } from './score-customer';
import type { ScoringInput } from './scoring-input';
import { isActive } from './screening-hits';
import { alert, COUNTRIES, scoringInput } from './testing/arbitrary-input';
import { score, modelWith, weights } from './testing/assessments';

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
    ['a high-risk business', fc.constant(changed({ industry_type: 'casino' }))],
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
  it('equal alerts as one with their number give the same score and reasons', () => {
    const each = ({ alerts }: ScoringInput) =>
      alerts.flatMap((one) => Array.from({ length: one.count }, () => ({ ...one, count: 1 })));
    fc.assert(
      fc.property(scoringInput, (input) => {
        expect(score({ ...input, alerts: each(input) }, DEFAULT_MODEL)).toEqual(score(input, DEFAULT_MODEL));
      }),
      { numRuns: 100 },
    );
  });

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
