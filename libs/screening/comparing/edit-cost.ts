/**
 * Costs of changing one spelling into another; 1 is one wrong letter. Common spelling mistakes, and differences
 * between languages, cost less than 1.
 */
export interface EditCosts {
  /** cost of replacing one character code by another, row-major over the codes below 128 */
  readonly replace: Float64Array;
  /** cost of a letter that only one spelling has */
  readonly drop: Float64Array;
  /** cost of a doubled letter, such as `ll` for `l` */
  readonly double: number;
  /** cost of two adjacent letters in the other order */
  readonly swap: number;
}

const CODES = 128;
const VOWELS = 'aeiouy';

/** Costs for spellings in Latin letters and for transliterations that keep the vowels. */
export const SPELLING: EditCosts = costs({
  drops: [
    [VOWELS, 0.8],
    ['h', 0.7],
    ['j', 0.7],
  ],
  double: 0.4,
  swap: 0.9,
  vowels: [VOWELS, 0.75],
  similar:
    'ck:.3 kq:.2 cq:.4 cs:.5 sz:.5 cz:.6 gh:.6 hk:.6 ch:.6 kg:.8 vf:.6 vw:.2 ij:.4 iy:.3 jy:.4 jg:.7 o0:.2 i1:.2 l1:.2 e3:.2 a4:.2 s5:.2 t7:.2 b8:.3 z2:.4',
});

/**
 * Costs for comparing a transliteration that lost vowels or sounds with a complete spelling. Vowels cost little.
 * Consonants cost more, because only they distinguish the names.
 */
const LOOSE_TABLE: CostTable = {
  drops: [
    ['aeiouyw', 0.15],
    ['h', 0.35],
    ['v', 0.6],
  ],
  otherDrop: 1.2,
  otherReplace: 1.3,
  double: 0.1,
  swap: 1.3,
  vowels: ['aeiouyw', 0.1],
  similar:
    'ck:.2 kq:.1 cq:.2 cs:.3 sz:.3 cz:.4 gh:.5 hk:.4 kg:.4 gj:.3 gq:.3 cg:.6 cj:.5 vf:.3 vw:.2 bv:.3 bp:.25 pf:.3 bf:.6 td:.35 dz:.5 lr:.4 ij:.3 jy:.3 jz:.5 js:.8 nm:.9 xs:.5 xh:.6 ch:.6 ' +
    'uv:.3 ov:.3 ts:.7 tc:.7',
};

/** For scripts without vowels, such as Hebrew, and for sounds that many characters spell. */
export const LOOSE: EditCosts = costs(LOOSE_TABLE);

/**
 * For Arabic. Its long vowels are written, as `A`, `W` and `Y` here (see `withLongVowels`), and distinguish names:
 * `Mahmoud` has one that `Muhammad` lacks. Its short vowels are not written.
 */
export const LONG_VOWELS: EditCosts = costs({
  ...LOOSE_TABLE,
  drops: [...LOOSE_TABLE.drops, ['A', 0.35], ['W', 0.8], ['Y', 0.7]],
  similar:
    `${LOOSE_TABLE.similar} Aa:0 Ae:.1 Ao:.25 Ai:.6 Au:.6 Ww:0 Wv:.1 Wu:0 Wo:0 Wa:.8 We:.8 Wi:.8 ` +
    'Yy:0 Yi:0 Ye:.1 Yj:.2 Ya:.6 Yo:.8 Yu:.8',
});

/** For scripts that write every vowel except a short `a`, such as Devanagari. */
export const MOST_VOWELS: EditCosts = costs({
  ...LOOSE_TABLE,
  drops: [...LOOSE_TABLE.drops, ['eiou', 0.6]],
  vowels: ['aeiouyw', 0.6],
  similar: `${LOOSE_TABLE.similar} ei:.3 ou:.3 iy:.1`,
});

interface CostTable {
  drops: readonly (readonly [letters: string, cost: number])[];
  otherDrop?: number;
  otherReplace?: number;
  double: number;
  swap: number;
  vowels: readonly [letters: string, cost: number];
  similar: string;
}

function costs(table: CostTable): EditCosts {
  const replace = new Float64Array(CODES * CODES).fill(table.otherReplace ?? 1);
  const drop = new Float64Array(CODES).fill(table.otherDrop ?? 1);
  const set = (a: string, b: string, cost: number): void => {
    replace[a.charCodeAt(0) * CODES + b.charCodeAt(0)] = cost;
    replace[b.charCodeAt(0) * CODES + a.charCodeAt(0)] = cost;
  };
  for (const a of table.vowels[0]) for (const b of table.vowels[0]) set(a, b, table.vowels[1]);
  for (const pair of table.similar.split(' ')) set(pair[0]!, pair[1]!, Number(pair.slice(3)));
  for (let code = 0; code < CODES; code++) replace[code * CODES + code] = 0;
  for (const [letters, cost] of table.drops) for (const letter of letters) drop[letter.charCodeAt(0)] = cost;
  return { replace, drop, double: table.double, swap: table.swap };
}

const MAX_LENGTH = 96;
let before = new Float64Array(MAX_LENGTH + 1);
let last = new Float64Array(MAX_LENGTH + 1);
let row = new Float64Array(MAX_LENGTH + 1);

/**
 * Returns the least cost of changing `a` into `b`, or Infinity when it is above `limit`. Symmetric. Texts are
 * lower-case ASCII. Texts of more than 96 letters are compared only for equality.
 */
export function editCost(a: string, b: string, limit: number, { replace, drop, double, swap }: EditCosts): number {
  if (a === b) return 0;
  const n = a.length;
  const m = b.length;
  if (n > MAX_LENGTH || m > MAX_LENGTH) return Infinity;
  last[0] = 0;
  for (let j = 1; j <= m; j++) last[j] = last[j - 1]! + dropCost(b, j - 1, drop, double);
  for (let i = 1; i <= n; i++) {
    const x = a.charCodeAt(i - 1);
    const dropX = dropCost(a, i - 1, drop, double);
    row[0] = last[0]! + dropX;
    let least = row[0];
    for (let j = 1; j <= m; j++) {
      const y = b.charCodeAt(j - 1);
      let cost = last[j - 1]! + replace[x * CODES + y]!;
      const dropped = last[j]! + dropX;
      if (dropped < cost) cost = dropped;
      const added = row[j - 1]! + dropCost(b, j - 1, drop, double);
      if (added < cost) cost = added;
      if (i > 1 && j > 1 && x !== y && x === b.charCodeAt(j - 2) && y === a.charCodeAt(i - 2)) {
        const swapped = before[j - 2]! + swap;
        if (swapped < cost) cost = swapped;
      }
      row[j] = cost;
      if (cost < least) least = cost;
    }
    if (least > limit + swap) return Infinity;
    const spare = before;
    before = last;
    last = row;
    row = spare;
  }
  const cost = last[m]!;
  return cost > limit ? Infinity : cost;
}

function dropCost(text: string, at: number, drop: Float64Array, double: number): number {
  const code = text.charCodeAt(at);
  const cost = drop[code]!;
  return at > 0 && text.charCodeAt(at - 1) === code && double < cost ? double : cost;
}
