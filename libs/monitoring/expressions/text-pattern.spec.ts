import fc from 'fast-check';
import { compilePattern, PatternError } from './text-pattern';

describe('patterns', () => {
  it.each<[string, string[], string[]]>([
    ['GB\\d{2}[A-Z]{4}', ['GB82WEST'], ['GB82WES', 'GB82WESTX', ' GB82WEST', 'gb82WEST']],
    ['.*loan.*', ['loan', 'a loan!'], ['lo an', '']],
    ['a?b+c*', ['b', 'abbcc'], ['a', 'aab', 'acb']],
    ['x{2,3}', ['xx', 'xxx'], ['x', 'xxxx']],
    ['x{2,}', ['xx', 'xxxxx'], ['x']],
    ['[^0-9]+', ['abc'], ['ab1', '']],
    ['[a-c\\d_-]+', ['a1_-c'], ['d', 'A']],
    ['\\w+\\s\\w+', ['Ivan Петров', 'a\u00a0b'], ['Ivan', 'a  b']],
    ['\\[a\\.b\\]', ['[a.b]'], ['[aXb]']],
    ['👍.', ['👍👍', '👍x'], ['👍']],
    ['', [''], ['x']],
  ])('%s', (pattern, fitting, others) => {
    const { test: fits } = compilePattern(pattern);
    for (const text of fitting) expect([text, fits(text)]).toEqual([text, true]);
    for (const text of others) expect([text, fits(text)]).toEqual([text, false]);
  });

  it.each<[string, RegExp]>([
    ['(a|b)', /"\(" at character 1.*use|no groups/],
    ['a|b', /"\|" at character 2/],
    ['^a$', /covers the whole text/],
    ['*a', /has nothing to repeat/],
    ['a**', /has nothing to repeat/],
    ['[a', /no "]"/],
    ['[]', /"\[\]" is empty/],
    ['[^]', /"\[\^\]" is empty/],
    ['[z-a]', /backwards/],
    ['a{3', /must be a count/],
    ['a{3,2}', /the count \{3,2\} at character 2 has a larger number before a smaller one/],
    ['a{0}', /the count \{0\} at character 2 repeats nothing/],
    ['a{0,0}', /its largest number must be at least 1/],
    ['a{x}', /must be a count/],
    ['a\\', /single backslash/],
    ['\\q', /not known/],
    ['a{150}b{60}', /at most 200/],
    ['a{900,}', /the count \{900,\} at character 2 is too large.* at most 200/],
    ['a{1000}', /the count \{1000\} at character 2 is too large.* at most 200/],
    ['a{2,10000}', /is too large.* at most 200/],
  ])('rejects %s', (pattern, message) => {
    expect(() => compilePattern(pattern)).toThrow(PatternError);
    expect(() => compilePattern(pattern)).toThrow(message);
  });

  it('gives the same results as regular expressions', () => {
    const atom = fc.constantFrom('a', 'b', '.', '[ab]', '[^a]', '\\d', '\\w');
    const count = fc.constantFrom('', '?', '*', '+', '{2}', '{1,2}', '{0,1}', '{1,}');
    const pattern = fc
      .array(
        fc.tuple(atom, count).map((parts) => parts.join('')),
        { maxLength: 6 },
      )
      .map((parts) => parts.join(''));
    const text = fc.array(fc.constantFrom('a', 'b', '1', '_', '-'), { maxLength: 8 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(pattern, text, (pattern, text) => {
        expect(compilePattern(pattern).test(text)).toBe(new RegExp(`^(?:${pattern})$`, 'su').test(text));
      }),
      { numRuns: 1_000 },
    );
  });

  it.each([
    ['where a backtracking engine would not finish', `${'a*'.repeat(199)}b`, 'a'.repeat(300_000)],
    ['where the states of the pattern are many', `.*[a-m].{189}[n-z].*0`, 'mz'.repeat(150_000)],
  ])('matches quickly %s', (_name, pattern, text) => {
    const { test: fits } = compilePattern(pattern);
    const started = performance.now();
    expect(fits(text)).toBe(false);
    expect(performance.now() - started).toBeLessThan(1_000);
  });

  it('looks at the beginning of a long text', () => {
    expect(compilePattern('.*loan.*').test(`a loan${'x'.repeat(2_000)}`)).toBe(true);
    expect(compilePattern('.*loan.*').test(`${'x'.repeat(2_000)}loan`)).toBe(false);
  });
});
