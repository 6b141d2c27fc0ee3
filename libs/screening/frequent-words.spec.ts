import fc from 'fast-check';
import type { ListEntry } from './list-entry';
import { ScreeningIndex } from './screening-index';
import type { ScreeningSubject } from './screening-subject';
import { entry } from './testing/list-entries';

/** Words that hundreds of the names have, and words that few have; some of each are alike. */
const FREQUENT = {
  Person: 'Mohammad Mohamed Ahmed Karim Salim Sergei Stanislav'.split(' '),
  Company: 'Trading Shipping Industries Moscow Dubai Gulf Meridian'.split(' '),
};
const RARE =
  'Stobuenko Stobenko Khorasani Korazani Barzanji Zhukov Zhukova Montenegro Tchernov Lefebvre Alim Kamal Sarim Mohsen'.split(
    ' ',
  );
const NAMES = 126;
/** So many entries have each name. */
const EACH = 30;

const isPerson = (n: number): boolean => n % 3 !== 2;

/** Two to four words, most of them frequent; every seventh name has an initial. */
function nameOf(n: number): string {
  const frequent = FREQUENT[isPerson(n) ? 'Person' : 'Company'];
  const words = [RARE[(n * 11) % RARE.length]!, frequent[n % 7]!];
  if (n % 4 === 1) words.splice(1, 0, frequent[(n * 5 + 3) % 7]!);
  if (n % 5 === 2) words.shift();
  if (n % 7 === 3) words.push('J.');
  return words.join(' ');
}

const entryOf = (id: number, n: number): ListEntry =>
  entry([nameOf(n)], { id: String(id), schema: isPerson(n) ? 'Person' : 'Company' });

/** Each name beside no other one, so that no word is frequent. */
const alone = Array.from({ length: NAMES }, (_, n) => new ScreeningIndex([entryOf(n, n)]));

/** The ids and scores of the entries that the names alone find, by the ids of the entries and the names that they have. */
function foundAlone(asked: ScreeningSubject, names: ReadonlyMap<number, number>): [string, number][] {
  const scores = alone.map((index) => index.screen(asked)[0]?.score);
  return [...names].flatMap(([id, n]): [string, number][] =>
    scores[n] === undefined ? [] : [[String(id), scores[n]]],
  );
}

const found = (index: ScreeningIndex, asked: ScreeningSubject): [string, number][] =>
  index
    .screen(asked)
    .map(({ entry: { id }, score }): [string, number] => [id, score])
    .sort(([a], [b]) => Number(a) - Number(b));

/** Up to three letters of a name are left out, doubled, replaced or moved, or a word is left out. */
const slip = fc.record({ at: fc.nat(30), kind: fc.nat(4), letter: fc.constantFrom(...'aeiklmnrstv') });
type Slip = typeof slip extends fc.Arbitrary<infer T> ? T : never;

function slipped(name: string, { at, kind, letter }: Slip): string {
  const place = at % name.length;
  const [before, here, after] = [name.slice(0, place), name[place]!, name.slice(place + 1)];
  if (kind === 0) return before + after;
  if (kind === 1) return before + here + here + after;
  if (kind === 2) return before + letter + after;
  if (kind === 3) return before + after.slice(0, 1) + here + after.slice(1);
  return name.split(' ').slice(1).join(' ') || name;
}

/** Two vowels of the rare word are wrong, and a word is left out. */
const withWrongVowels = (name: string, vowel: string): string =>
  name
    .split(' ')
    .filter((_, i, words) => i !== 1 || words.length < 3)
    .map((word, i) => (i === 0 ? word.replace(/(?<=.)[aeiou]/, vowel).replace(/[aeiou](?=[^aeiou]*$)/, vowel) : word))
    .join(' ');

/** The rare word is written in three. */
const inParts = (name: string, at: number): string =>
  `${name.slice(0, 2)} ${name.slice(2, 3 + at)} ${name.slice(3 + at)}`;

const disturbed = fc.oneof(
  fc.array(slip, { maxLength: 3 }).map((slips) => (name: string) => slips.reduce(slipped, name)),
  fc.tuple(fc.constantFrom(...'aeio'), fc.constantFrom('', ' Jr')).map(
    ([vowel, generation]) =>
      (name: string) =>
        withWrongVowels(name, vowel) + generation,
  ),
  fc.nat(3).map((at) => (name: string) => inParts(name, at)),
);

const subject = fc
  .record({
    n: fc.nat(NAMES - 1),
    disturb: disturbed,
    more: fc.option(fc.constantFrom(...RARE), { nil: undefined, freq: 3 }),
    birth_date: fc.option(fc.constant('1960-01-02'), { nil: undefined }),
  })
  .map(({ n, disturb, more, birth_date }): ScreeningSubject => {
    const name = [disturb(nameOf(n)), more].join(' ').trim();
    return { schema: isPerson(n) ? 'Person' : 'Company', names: [name], ...(birth_date && { birth_date }) };
  });

describe('an index in which words are frequent', () => {
  const names = new Map(Array.from({ length: NAMES * EACH }, (_, id) => [id, id % NAMES]));
  const entries = [...names].map(([id, n]) => entryOf(id, n));

  const findsTheSame = (index: ScreeningIndex, known: ReadonlyMap<number, number>, numRuns: number): void =>
    fc.assert(
      fc.property(subject, (asked) => {
        expect(found(index, asked)).toEqual(foundAlone(asked, known));
      }),
      { numRuns },
    );

  it('finds the same as a comparison with each name beside no other one', () => {
    findsTheSame(new ScreeningIndex(entries), names, 100);
  });

  it('finds a name with two wrong letters in the word that is not frequent', () => {
    const listed = Array.from({ length: 80 * RARE.length }, (_, n) => entry([`Sergei ${RARE[n % RARE.length]}`]));
    const matches = new ScreeningIndex(listed).screen({ schema: 'Person', names: ['Sergei Khorananu Jr'] });
    expect(matches.filter(({ matched_name }) => matched_name === 'Sergei Khorasani')).toHaveLength(80);
  });

  it('finds the same after entries were removed and changed', () => {
    const changed = new ScreeningIndex(entries);
    const known = new Map(names);
    for (const [id, n] of names) {
      if (id % 5 === 0) {
        changed.remove('test', String(id));
        known.delete(id);
      } else if (id % 5 === 1) {
        const other = (n + 1) % NAMES;
        changed.add(entryOf(id, other));
        known.set(id, other);
      }
    }
    findsTheSame(changed, known, 30);
  });
});
