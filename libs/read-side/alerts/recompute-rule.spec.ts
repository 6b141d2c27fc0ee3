import { recomputeRule, type RuleEvidence, ruleEvidence } from './recompute-rule';

const over = (amount: number, field = 'transaction.amount') => ({
  name: 'Large',
  description: 'A large transaction.',
  reason: 'Large sums need a look.',
  event_type: 'transaction',
  severity: 'high',
  alert_type: 'large',
  title: 'Large',
  condition: { gte: [{ field }, amount] },
});
const recorded = ruleEvidence({
  version: 1,
  event_type: 'transaction',
  at: '2026-03-01T00:00:00.000Z',
  fields: { 'transaction.amount': '10000' },
  aggregates: [],
  countries: [],
  branches: {},
  rule_id: 'a-rule',
  rule_version: 2,
  definition: over(9_000),
}) as RuleEvidence;
const rule = (version: number, definition: object, mode: 'active' | 'disabled' = 'active') =>
  ({ version, mode, definition }) as never;

describe('a rule that is evaluated again', () => {
  it('holds as it did when it did not change', () => {
    expect(recomputeRule(recorded, rule(2, over(9_000)))).toEqual({
      raises: true,
      match: null,
      rule: {
        rule_id: 'a-rule',
        recorded_version: 2,
        holds_as_recorded: true,
        version: 2,
        mode: 'active',
        holds: true,
      },
      differences: [],
    });
  });

  it('says which version it has today, and whether that holds', () => {
    expect(recomputeRule(recorded, rule(5, over(20_000)))).toMatchObject({
      raises: false,
      rule: { holds_as_recorded: true, holds: false },
      differences: [
        'the rule had version 2 and has version 5',
        'the rule of today does not hold for the recorded values',
      ],
    });
  });

  it('cannot be evaluated when it reads what was not recorded', () => {
    const result = recomputeRule(recorded, rule(3, over(1, 'transaction.balance_before')));
    expect(result.raises).toBeNull();
    expect(result.differences.at(-1)).toMatch(/^it cannot be repeated: /);
  });

  it('raises nothing when it is disabled or gone', () => {
    expect(recomputeRule(recorded, rule(2, over(9_000), 'disabled'))).toMatchObject({
      raises: false,
      differences: ['the mode of the rule is disabled: it raises no alerts'],
    });
    expect(recomputeRule(recorded, undefined)).toMatchObject({
      raises: false,
      rule: { version: null, mode: null, holds: false },
      differences: ['the rule does not exist any more'],
    });
  });

  it('needs whole evidence, not its hash', () => {
    expect(ruleEvidence({ rule_id: 'r', rule_version: 1, evidence_sha256: 'x' })).toBeUndefined();
  });
});
