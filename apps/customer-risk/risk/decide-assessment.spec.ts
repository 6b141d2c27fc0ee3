import { aCustomer, anAssessment, NOW, stateOf } from '../testing/examples';
import { decideAssessment } from './decide-assessment';

const cause = { trigger_type: 'transaction' as const, reason: 'tx-1 raised large_cash', actor_type: 'system' as const };

describe('the event of a score', () => {
  it('has no previous rating for a new customer', () => {
    const customer = stateOf(aCustomer().slice(0, 1));
    expect(decideAssessment(customer, anAssessment('medium', 400), cause, NOW)).toMatchObject({
      rating_from: null,
      rating_to: 'medium',
      assessed_at: NOW,
    });
  });

  it('is recorded when the rating differs, with the reason', () => {
    const event_id = '0190b6b0-0000-7000-8000-0000000000e1';
    const assessed = decideAssessment(stateOf(aCustomer()), anAssessment('high', 640), { ...cause, event_id }, NOW);
    expect(assessed).toMatchObject({ rating_from: 'low', rating_to: 'high', trigger_type: 'transaction', event_id });
    expect(assessed!.reason).toMatch(/^tx-1 raised large_cash; the score of 640 is high/);
  });

  it.each([
    ['the composite score', { composite_score: 121 }],
    ['a factor', { behavioral_score: 101 }],
  ])('is recorded when only %s differs', (_what, change) => {
    const assessed = decideAssessment(stateOf(aCustomer()), { ...anAssessment(), ...change }, cause, NOW);
    expect(assessed).toMatchObject({ rating_from: 'low', rating_to: 'low' });
  });

  it('is not recorded when only the wording of the reasons or the version of the model differs', () => {
    const same = { ...anAssessment(), model_version: 'newer', reasons: [{ factor: 'floor', points: 1, reason: 'x' }] };
    expect(decideAssessment(stateOf(aCustomer()), same, cause, NOW)).toBeUndefined();
  });
});
