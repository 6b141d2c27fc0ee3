/** Entries of a list as an import sends them, from a fixed pseudo-random sequence. */
export function syntheticEntries(count: number): object[] {
  const next = random(7);
  const pick = (from: readonly string[]): string => from[Math.floor(next() * from.length)]!;
  const word = (syllables: number): string => {
    const text = Array.from({ length: syllables }, () => pick(ONSETS) + pick(VOWELS)).join('') + pick(CODAS);
    return text[0]!.toUpperCase() + text.slice(1);
  };
  return Array.from({ length: count }, (_, n) => {
    const isCompany = n % 3 === 0;
    const name = isCompany
      ? `${word(2)} ${word(3)} ${pick(TRADES)} ${pick(FORMS)}`
      : `${word(2)} ${word(2)} ${word(3)}`;
    return {
      id: `bench-${n}`,
      schema: isCompany ? 'Company' : 'Person',
      topics: ['sanction'],
      names: [
        { name, quality: 'primary' },
        ...(n % 2 === 0 ? [{ name: `${word(2)} ${word(3)}`, quality: 'alias' }] : []),
      ],
      birth_dates: isCompany ? [] : [`${1940 + (n % 60)}-0${1 + (n % 9)}-1${n % 9}`],
      countries: [pick(COUNTRIES)],
      identifiers: [],
      programs: ['BENCH'],
    };
  });
}

const ONSETS = ['b', 'ch', 'd', 'f', 'g', 'h', 'j', 'k', 'kh', 'l', 'm', 'n', 'p', 'r', 's', 'sh', 't', 'v', 'y', 'z'];
const VOWELS = ['a', 'e', 'i', 'o', 'u', 'ai', 'ou', 'ya'];
const CODAS = ['', 'n', 'r', 'v', 'd', 'l', 'sky', 'in', 'ov', 'ez'];
const TRADES = ['Trading', 'Shipping', 'Industries', 'Holding', 'Energy', 'Logistics', 'Capital', 'Metals'];
const FORMS = ['LLC', 'Ltd', 'GmbH', 'SA', 'OOO', 'Co', 'AG', 'FZE'];
const COUNTRIES = ['RU', 'IR', 'SY', 'CN', 'BY', 'KP', 'VE', 'CU', 'AE', 'IQ'];

/** A small generator of repeatable numbers from 0 to 1 (mulberry32, public domain). */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
