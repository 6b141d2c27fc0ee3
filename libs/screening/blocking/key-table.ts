const EMPTY = -1;
/** The value of a removed pair; its place is used for the next one. */
const REMOVED = -1;

/** Array elements of a pair: the hash of its key, its number, and the next pair of the bucket. They are beside each other. */
const PLACES = 3;
const VALUE = 1;
const NEXT = 2;

/**
 * A multimap from text keys to numbers, in flat arrays. A pair takes twelve bytes; in a Map of arrays it takes over a
 * hundred. Only 32-bit hashes of the keys are stored, so a lookup can also return numbers of another key. The numbers are 0
 * or more.
 */
export class KeyTable {
  private heads: Int32Array<ArrayBuffer>;
  private pairs: Int32Array<ArrayBuffer>;
  private readonly removed: number[] = [];
  private count = 0;

  /** @param size pairs for which there is room at the beginning; a power of 2 */
  constructor(size = 1 << 12) {
    this.heads = new Int32Array(size).fill(EMPTY);
    this.pairs = new Int32Array(size * PLACES);
  }

  add(key: string, value: number): void {
    if (this.removed.length === 0 && this.count === this.heads.length) this.grow();
    const at = this.removed.pop() ?? PLACES * this.count++;
    const hash = hashOf(key);
    this.pairs[at] = hash;
    this.pairs[at + VALUE] = value;
    this.link(at, hash);
  }

  /** Calls `visit` with each number of the key, and possibly with numbers of other keys that have the same hash. */
  each(key: string, visit: (value: number) => void): void {
    this.eachOfHash(hashOf(key), visit);
  }

  /** Like `each` for the keys that are the prefix and the text without one letter, for each letter. Makes no texts. */
  eachWithoutLetter(prefix: string, text: string, visit: (value: number) => void): void {
    let before = added(SEED, prefix, 0);
    for (let i = 0; i < text.length; i++) {
      this.eachOfHash(mixed(added(before, text, i + 1)), visit);
      before = Math.imul(before ^ text.charCodeAt(i), PRIME);
    }
  }

  private eachOfHash(hash: number, visit: (value: number) => void): void {
    const { pairs } = this;
    for (let at = this.heads[hash & (this.heads.length - 1)]!; at !== EMPTY; at = pairs[at + NEXT]!) {
      if (pairs[at] === hash) visit(pairs[at + VALUE]!);
    }
  }

  /** Removes one pair of this key and value. Does nothing if there is none. */
  remove(key: string, value: number): void {
    const hash = hashOf(key);
    const bucket = hash & (this.heads.length - 1);
    const { pairs } = this;
    let before = EMPTY;
    for (let at = this.heads[bucket]!; at !== EMPTY; before = at, at = pairs[at + NEXT]!) {
      if (pairs[at] !== hash || pairs[at + VALUE] !== value) continue;
      if (before === EMPTY) this.heads[bucket] = pairs[at + NEXT]!;
      else pairs[before + NEXT] = pairs[at + NEXT]!;
      pairs[at + VALUE] = REMOVED;
      this.removed.push(at);
      return;
    }
  }

  private link(at: number, hash: number): void {
    const bucket = hash & (this.heads.length - 1);
    this.pairs[at + NEXT] = this.heads[bucket]!;
    this.heads[bucket] = at;
  }

  private grow(): void {
    const size = this.heads.length * 2;
    const pairs = new Int32Array(size * PLACES);
    pairs.set(this.pairs);
    this.pairs = pairs;
    this.heads = new Int32Array(size).fill(EMPTY);
    for (let at = 0; at < this.count * PLACES; at += PLACES) {
      if (pairs[at + VALUE] !== REMOVED) this.link(at, pairs[at]!);
    }
  }
}

const SEED = 0x811c9dc5;
const PRIME = 0x01000193;

const hashOf = (key: string): number => mixed(added(SEED, key, 0));

/** FNV-1a, from a place of the text on. */
function added(to: number, text: string, from: number): number {
  let hash = to;
  for (let i = from; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), PRIME);
  return hash;
}

/** The high bits are mixed into the low bits, because the low bits choose the bucket. */
const mixed = (hash: number): number => Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
