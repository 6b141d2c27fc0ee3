import { mayLoosen } from './may-loosen';

const definition = { name: 'Large', compare_unconverted_amounts: false };
const rule = (mode: 'active' | 'shadow' | 'disabled') => ({ mode, definition });

describe('whether a change may loosen a rule', () => {
  it.each([
    ['active', 'shadow', true],
    ['active', 'disabled', true],
    ['shadow', 'disabled', true],
    ['shadow', 'active', false],
    ['disabled', 'shadow', false],
    ['active', 'active', false],
  ] as const)('from %s to %s: %s', (before, mode, loosens) => {
    expect(mayLoosen(rule(before), { mode })).toBe(loosens);
  });

  it('it may when the definition of an active rule differs, and does not when that of another rule does', () => {
    const other = { definition: { ...definition, name: 'Larger' } };
    expect(mayLoosen(rule('active'), other)).toBe(true);
    expect(mayLoosen(rule('shadow'), other)).toBe(false);
    expect(mayLoosen(rule('disabled'), { ...other, mode: 'active' })).toBe(false);
  });

  it('it does not with the same definition, also when that leaves out what the rule has by default', () => {
    expect(mayLoosen(rule('active'), { definition })).toBe(false);
    expect(mayLoosen(rule('active'), { definition: { name: 'Large' } })).toBe(false);
  });
});
