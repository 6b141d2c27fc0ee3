import fc from 'fast-check';
import { makeToken } from '../names/prepared-name';
import { nearOutline, TwoSlips } from './two-slips';

const word = fc.string({ unit: fc.constantFrom(...'abcehiknopy1'), minLength: 1, maxLength: 12 });

/** A word, and others that come from it by up to four changes of a letter. */
const relatives = fc
  .tuple(word, fc.array(fc.array(fc.tuple(fc.nat(12), fc.constantFrom('', 'a', 'k', 'kh')), { maxLength: 4 })))
  .map(([from, changes]) =>
    changes.map((each) => each.reduce((text, [at, letters]) => text.slice(0, at) + letters + text.slice(at + 1), from)),
  );

describe('words that are about two letters away', () => {
  it('all have outlines that allow it, whichever of their letters are wrong', () => {
    fc.assert(
      fc.property(word, fc.array(word), relatives, (asked, others, alike) => {
        const words = [...new Set([...others, ...alike])].filter((text) => text !== '');
        const slips = new TwoSlips();
        words.forEach((text, id) => slips.add(id, makeToken('name', text, 1)));
        slips.begin();
        const token = makeToken('name', alike[0] || asked, 1);
        const near = words.filter((_, id) => slips.isNear(token, 0, id, words.length));
        const allowed = words.filter((_, id) => slips.mayBeNear(id, nearOutline(token)));
        expect(allowed).toEqual(expect.arrayContaining(near));
      }),
      { numRuns: 500 },
    );
  });
});
