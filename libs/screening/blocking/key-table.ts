const EMPTY = -1;
/** The value of a removed pair; its place is used for the next one. */
const REMOVED = -1;

/**
 * A multimap from text keys to numbers, in flat arrays. A pair takes twelve bytes; in a Map of arrays it takes over a
 * hundred. Only 32-bit hashes of the keys are stored, so a lookup can also return numbers of another key. The numbers are 0
 * or more.
 */
export class KeyTable {
  private heads: Int32Array<ArrayBuffer>;
  private hashes: Int32Array<ArrayBuffer>;
  private values: Int32Array<ArrayBuffer>;
  private next: Int32Array<ArrayBuffer>;
  private readonly removed: number[] = [];
  private count = 0;

  /** @param size pairs for which there is room at the beginning; a power of 2 */
  constructor(size = 1 << 12) {
    this.heads = new Int32Array(size).fill(EMPTY);
    this.hashes = new Int32Array(size);
    this.values = new Int32Array(size);
    this.next = new Int32Array(size);
  }

  add(key: string, value: number): void {
    if (this.removed.length === 0 && this.count === this.values.length) this.grow();
    const at = this.removed.pop() ?? this.count++;
    const hash = hashOf(key);
    this.hashes[at] = hash;
    this.values[at] = value;
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
    for (let at = this.heads[hash & (this.heads.length - 1)]!; at !== EMPTY; at = this.next[at]!) {
      if (this.hashes[at] === hash) visit(this.values[at]!);
    }
  }

  /** Removes one pair of this key and value. Does nothing if there is none. */
  remove(key: string, value: number): void {
    const hash = hashOf(key);
    const bucket = hash & (this.heads.length - 1);
    let before = EMPTY;
    for (let at = this.heads[bucket]!; at !== EMPTY; before = at, at = this.next[at]!) {
      if (this.hashes[at] !== hash || this.values[at] !== value) continue;
      if (before === EMPTY) this.heads[bucket] = this.next[at]!;
      else this.next[before] = this.next[at]!;
      this.values[at] = REMOVED;
      this.removed.push(at);
      return;
    }
  }

  private link(at: number, hash: number): void {
    const bucket = hash & (this.heads.length - 1);
    this.next[at] = this.heads[bucket]!;
    this.heads[bucket] = at;
  }

  private grow(): void {
    const size = this.values.length * 2;
    this.hashes = enlarged(this.hashes, size);
    this.values = enlarged(this.values, size);
    this.next = enlarged(this.next, size);
    this.heads = new Int32Array(size).fill(EMPTY);
    for (let at = 0; at < this.count; at++) if (this.values[at] !== REMOVED) this.link(at, this.hashes[at]!);
  }
}

function enlarged(from: Int32Array, size: number): Int32Array<ArrayBuffer> {
  const to = new Int32Array(size);
  to.set(from);
  return to;
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
