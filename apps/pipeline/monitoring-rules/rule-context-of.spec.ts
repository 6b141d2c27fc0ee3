import type { CustomerProfile } from '@probity/contracts/customers/profile';
import { compileRule } from '@probity/monitoring/compile-rule';
import type { CustomerWindows } from '@probity/monitoring/customer-windows';
import { ruleWith } from '@probity/monitoring/testing/samples';
import { ruleContext } from './rule-context-of';

const CREATED = new Date('2026-11-20T12:00:00Z');
const NO_WINDOWS = { evaluateAt: () => new Map() } as unknown as CustomerWindows;
const AGE = compileRule(ruleWith({ gte: [{ field: 'profile.account_age_days' }, 0] }, { event_type: 'onboarding' }));

/** What rules read for an event at this time: the age in days. */
function ageAt(at: string, customer_since?: string): unknown {
  const profile = { email: 'a@b.example', ...(customer_since && { customer_since }) } as CustomerProfile;
  const times = { created_at: CREATED, updated_at: CREATED };
  const customer = { id: 'c-1', profile, kyc_status: 'pending', risk_rating: 'low', ...times };
  const event = { event_type: 'onboarding' as const, at: Date.parse(at), payload: {}, activity: null };
  const history = { transaction_count: 0, previous_activity_at: null };
  const context = ruleContext(event, customer, history, NO_WINDOWS, new Map());
  return AGE.explain(context).fields['profile.account_age_days'];
}

describe('the age of a customer in rules', () => {
  it('counts from the creation in Probity by default', () => {
    expect(ageAt('2026-11-30T12:00:00Z')).toBe(10);
  });

  it('counts from the date that the institution gave', () => {
    expect(ageAt('2026-11-30T12:00:00Z', '2019-11-30')).toBe(2_557);
  });

  it.each([undefined, '2026-11-01'])('is 0 for an event before it, not negative: since %s', (since) => {
    expect(ageAt('2026-10-20T09:00:00Z', since)).toBe(0);
  });
});
