import { hash } from 'node:crypto';

/**
 * Remembers which ids were seen, in 12 to 24 bytes per id, so that millions of ids fit into memory. It keeps 64 bits
 * of the SHA-256 of each id. Among ten million ids, the chance that two different ids count as the same is less than
 * one in 300,000.
 */
export class SeenIds {
  private slots = new Uint32Array(2 * 1024);
  private count = 0;

  /** Returns false when the id was added before. */
  add(id: string): boolean {
    const digest = hash('sha256', id, 'buffer');
    // the second number of a used slot must not be 0, because 0 marks a free slot
    if (!this.place(digest.readUInt32LE(0), digest.readUInt32LE(4) || 1)) return false;
    this.count += 1;
    if (this.count * 3 > this.slots.length) this.grow();
    return true;
  }

  private place(high: number, low: number): boolean {
    const slots = this.slots;
    const mask = slots.length / 2 - 1;
    for (let slot = high & mask; ; slot = (slot + 1) & mask) {
      const at = slot * 2;
      if (slots[at + 1] === 0) {
        slots[at] = high;
        slots[at + 1] = low;
        return true;
      }
      if (slots[at] === high && slots[at + 1] === low) return false;
    }
  }

  private grow(): void {
    const old = this.slots;
    this.slots = new Uint32Array(old.length * 2);
    for (let at = 0; at < old.length; at += 2) {
      if (old[at + 1] !== 0) this.place(old[at]!, old[at + 1]!);
    }
  }
}
