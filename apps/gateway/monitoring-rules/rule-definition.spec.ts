import { RuleError } from '@probity/monitoring/rule-error';
import { compiledDefinition, hasDefinition, monitoringRule } from './rule-definition';

const DEFINITION = {
  name: 'Large cash',
  description: 'Cash of 10,000 or more',
  reason: 'Cash hides where money comes from',
  event_type: 'transaction',
  severity: 'high',
  alert_type: 'large_cash',
  title: 'Large cash deposit',
  condition: { gte: [{ field: 'transaction.amount' }, 10_000] },
};

describe('the definition of a rule', () => {
  it('is the body without its other fields and without null fields', () => {
    const body = { ...DEFINITION, cooldown: null, mode: 'shadow', expected_version: 2, from: null };
    expect(compiledDefinition(body)).toEqual(DEFINITION);
  });

  it('is rejected with the pointer of the invalid node', () => {
    const condition = { and: [true, { gte: [{ field: 'transaction.amount' }, 'ten'] }] };
    expect(() => compiledDefinition({ ...DEFINITION, condition })).toThrow(RuleError);
    expect(() => compiledDefinition({ ...DEFINITION, condition })).toThrow(/\/condition\/and\/1\/gte\/1/);
  });

  it('must be complete', () => {
    const { title: _title, ...rest } = DEFINITION;
    expect(() => compiledDefinition(rest)).toThrow(/\/title: expected/);
  });

  it('is absent when a body only changes the mode', () => {
    expect(hasDefinition({ cooldown: null })).toBe(false);
    expect(hasDefinition({ cooldown: '1h' })).toBe(true);
  });

  it('is returned in the form in which it was written', () => {
    const rule = { id: 'r', key: null, version: 1, mode: 'active' as const, created_at: 'c', updated_at: 'u' };
    const definition = { ...DEFINITION, cooldown: '24h', compare_unconverted_amounts: false };
    const returned = monitoringRule({ ...rule, definition });
    expect(returned).toEqual({ ...rule, ...definition });
    expect(compiledDefinition(returned)).toEqual(definition);
  });

  it('says that a rule without a decision about unconverted amounts compares them', () => {
    const rule = { id: 'r', key: null, version: 1, mode: 'active' as const, created_at: 'c', updated_at: 'u' };
    expect(monitoringRule({ ...rule, definition: DEFINITION }).compare_unconverted_amounts).toBe(true);
  });
});
