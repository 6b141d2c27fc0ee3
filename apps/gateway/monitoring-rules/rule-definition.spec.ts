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
  it('is what is left of the body without its other fields and without what is null', () => {
    const body = { ...DEFINITION, cooldown: null, mode: 'shadow', expected_version: 2, from: null };
    expect(compiledDefinition(body)).toEqual(DEFINITION);
  });

  it('is refused with the pointer of the bad node', () => {
    const condition = { and: [true, { gte: [{ field: 'transaction.amount' }, 'ten'] }] };
    expect(() => compiledDefinition({ ...DEFINITION, condition })).toThrow(RuleError);
    expect(() => compiledDefinition({ ...DEFINITION, condition })).toThrow(/\/condition\/and\/1\/gte\/1/);
  });

  it('must be whole', () => {
    const { title: _title, ...rest } = DEFINITION;
    expect(() => compiledDefinition(rest)).toThrow(/\/title: expected/);
  });

  it('is missing when a body only changes the mode', () => {
    expect(hasDefinition({ cooldown: null })).toBe(false);
    expect(hasDefinition({ cooldown: '1h' })).toBe(true);
  });

  it('is answered in the form in which it is written', () => {
    const rule = { id: 'r', key: null, version: 1, mode: 'active' as const, created_at: 'c', updated_at: 'u' };
    const answered = monitoringRule({ ...rule, definition: { ...DEFINITION, cooldown: '24h' } });
    expect(answered).toEqual({ ...rule, ...DEFINITION, cooldown: '24h' });
    expect(compiledDefinition(answered)).toEqual({ ...DEFINITION, cooldown: '24h' });
  });
});
