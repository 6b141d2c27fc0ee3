const EMPTY = -1;

/**
 * A multimap from text keys to numbers, in flat arrays. A pair takes twelve bytes; in a Map of arrays it takes over a
 * hundred. Only 32-bit hashes of the keys are stored, so a lookup can also return numbers of another key.
 */
export class KeyTable {
  private heads = new Int32Array(1 << 12).fill(EMPTY);
  private hashes = new Int32Array(1 << 12);
  private values = new Int32Array(1 << 12);
  private next = new Int32Array(1 << 12);
  private count = 0;

  add(key: string, value: number): void {
    if (this.count === this.values.length) this.grow();
    const at = this.count++;
    const hash = hashOf(key);
    this.hashes[at] = hash;
    this.values[at] = value;
    this.link(at, hash);
  }

  /** Calls `visit` with each number of the key, and possibly with numbers of other keys that have the same hash. */
  each(key: string, visit: (value: number) => void): void {
    const hash = hashOf(key);
    for (let at = this.heads[hash & (this.heads.length - 1)]!; at !== EMPTY; at = this.next[at]!) {
      if (this.hashes[at] === hash) visit(this.values[at]!);
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
    for (let at = 0; at < this.count; at++) this.link(at, this.hashes[at]!);
  }
}

function enlarged(from: Int32Array, size: number): Int32Array<ArrayBuffer> {
  const to = new Int32Array(size);
  to.set(from);
  return to;
}

/** FNV-1a. The high bits are mixed into the low bits, because the low bits choose the bucket. */
function hashOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
  hash ^= hash >>> 15;
  return Math.imul(hash, 0x2c1b3c6d);
}
