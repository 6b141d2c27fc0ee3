import fc from 'fast-check';
import { hasPart } from './text-search';

describe('the search for a part of a text', () => {
  it('finds the same as includes', () => {
    const text = (maxLength: number) =>
      fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 0, maxLength, size: 'max' });
    let found = 0;
    fc.assert(
      fc.property(text(300), fc.nat(100), fc.nat(100), text(45), (whole, from, length, other) => {
        for (const part of [other, whole.slice(from, from + length), `${whole.slice(from, from + length)}b`]) {
          expect([part, hasPart(whole, part)]).toEqual([part, whole.includes(part)]);
          if (part.length > 32 && whole.includes(part)) found++;
        }
      }),
    );
    expect(found).toBeGreaterThan(10);
  });

  it('takes little time where each place of the text nearly fits', () => {
    const started = performance.now();
    expect(hasPart('a'.repeat(450_000), `${'a'.repeat(50_000)}b${'a'.repeat(50_000)}`)).toBe(false);
    expect(performance.now() - started).toBeLessThan(1_000);
  });
});
