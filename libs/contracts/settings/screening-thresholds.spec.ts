import { lowestThreshold, type MatchToJudge, thresholdFor } from './screening-thresholds';
import type { ThresholdRule } from './threshold-rules';

const match = (part: Partial<MatchToJudge> = {}): MatchToJudge => ({
  list: 'ofac-sdn',
  subject: 'customer',
  schema: 'Person',
  ...part,
});
const settings = (...thresholds: ThresholdRule[]) => ({ threshold: 0.7, thresholds });

describe('the threshold of a match', () => {
  it('is that of all matches without a rule that applies', () => {
    expect(thresholdFor({ threshold: 0.7 }, match())).toBe(0.7);
    expect(thresholdFor(settings({ list: 'un-sc', threshold: 0.9 }), match())).toBe(0.7);
  });

  it('is that of the first rule that applies', () => {
    const both = settings({ kind: 'person', threshold: 0.8 }, { list: 'ofac-sdn', threshold: 0.6 });
    expect(thresholdFor(both, match())).toBe(0.8);
    expect(thresholdFor(both, match({ schema: 'Company' }))).toBe(0.6);
  });

  it.each<[ThresholdRule, Partial<MatchToJudge>]>([
    [{ list: 'tenant', threshold: 0.9 }, { list: 'tenant' }],
    [{ subject: 'counterparty', threshold: 0.9 }, { subject: 'counterparty' }],
    [{ kind: 'other', threshold: 0.9 }, { schema: 'Other' }],
    [{ kind: 'other', threshold: 0.9 }, { schema: 'Vessel' }],
    [{ kind: 'other', threshold: 0.9 }, { schema: 'Wallet' }],
  ])('of the rule %j is only for such matches', (rule, applies) => {
    expect(thresholdFor(settings(rule), match(applies))).toBe(0.9);
    expect(thresholdFor(settings(rule), match())).toBe(0.7);
  });

  it('does not care whether a condition is null or absent', () => {
    const rule = { list: null, subject: null, kind: null, threshold: 0.9 };
    expect(thresholdFor(settings(rule), match())).toBe(0.9);
    expect(thresholdFor(settings({ threshold: 0.9 }), match())).toBe(0.9);
  });

  it('of a match whose role was not recorded follows no rule about roles', () => {
    expect(thresholdFor(settings({ subject: 'customer', threshold: 0.9 }), match({ subject: undefined }))).toBe(0.7);
  });
});

describe('the lowest threshold', () => {
  it('is the least that a match of the subject can have', () => {
    const rules = settings({ subject: 'customer', threshold: 0.55 }, { kind: 'company', threshold: 0.65 });
    expect(lowestThreshold(rules, 'customer')).toBe(0.55);
    expect(lowestThreshold(rules, 'counterparty')).toBe(0.65);
    expect(lowestThreshold(settings({ list: 'un-sc', threshold: 0.9 }), 'customer')).toBe(0.7);
    expect(lowestThreshold({ threshold: 0.7 }, 'customer')).toBe(0.7);
  });

  it('is not that of rules after one that applies to every match', () => {
    const rules = settings({ threshold: 0.8 }, { list: 'un-sc', threshold: 0.5 });
    expect(lowestThreshold(rules, 'customer')).toBe(0.8);
  });
});
