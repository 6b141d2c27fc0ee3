/**
 * A queue in which owners take turns by the time that their work took: next comes the oldest item of the owner whose
 * work took the least time. An owner that had nothing to do gains nothing by it: it starts level with the owner that
 * is next. What happened before the queue was empty does not count any more.
 */
export class FairQueue<Item> {
  private readonly waiting = new Map<string, Item[]>();
  /** the time that the work of each waiting owner took, in milliseconds, from a common start */
  private readonly taken = new Map<string, number>();
  private count = 0;

  get size(): number {
    return this.count;
  }

  push(owner: string, item: Item): void {
    if (this.count === 0) this.taken.clear();
    this.add(owner, item);
  }

  /** Puts an item before the other items of its owner, for example one that was taken out too early. */
  putBack(owner: string, item: Item): void {
    this.add(owner, item);
    const items = this.waiting.get(owner)!;
    items.unshift(items.pop()!);
  }

  /** Takes out the next item; undefined when there is none. */
  take(): { owner: string; item: Item } | undefined {
    const owner = this.next();
    if (owner === undefined) return undefined;
    const items = this.waiting.get(owner)!;
    const item = items.shift()!;
    if (items.length === 0) this.waiting.delete(owner);
    this.count--;
    return { owner, item };
  }

  /** Notes the time that an owner's work took. */
  charge(owner: string, milliseconds: number): void {
    this.taken.set(owner, (this.taken.get(owner) ?? 0) + milliseconds);
    if (this.taken.size > 2 * this.waiting.size + MAX_IDLE) this.forgetIdle();
  }

  private add(owner: string, item: Item): void {
    this.count++;
    const items = this.waiting.get(owner);
    if (items) return void items.push(item);
    this.taken.set(owner, Math.max(this.taken.get(owner) ?? 0, this.least()));
    this.waiting.set(owner, [item]);
  }

  private next(): string | undefined {
    let next: string | undefined;
    for (const owner of this.waiting.keys()) {
      if (next === undefined || this.taken.get(owner)! < this.taken.get(next)!) next = owner;
    }
    return next;
  }

  private least(): number {
    const next = this.next();
    return next === undefined ? 0 : this.taken.get(next)!;
  }

  private forgetIdle(): void {
    for (const owner of this.taken.keys()) if (!this.waiting.has(owner)) this.taken.delete(owner);
  }
}

/** Owners without waiting items whose time is remembered. */
const MAX_IDLE = 1_000;
