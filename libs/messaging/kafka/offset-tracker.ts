/**
 * The messages of one partition that were taken, and the offset up to which all are finished. Messages
 * finish in any order; only an unbroken run from the start may be committed, or a crash would lose
 * the messages in a gap.
 */
export class OffsetTracker {
  /** taken, in order; finished messages at the front are dropped */
  private readonly taken: number[] = [];
  private readonly finished = new Set<number>();
  private next: number | undefined;
  private committed: number | undefined;
  /** the last offset that is known to have been committed */
  private floor: number | undefined;

  /**
   * Takes a message; false when it has been taken before, as happens when a group is rebalanced and
   * the partition stays here.
   */
  take(offset: number): boolean {
    if (this.next !== undefined && offset < this.next) return false;
    this.taken.push(offset);
    this.next = offset + 1;
    return true;
  }

  finish(offset: number): void {
    this.finished.add(offset);
    let done = 0;
    while (done < this.taken.length && this.finished.delete(this.taken[done]!)) done++;
    this.taken.splice(0, done);
  }

  get inFlight(): number {
    return this.taken.length - this.finished.size;
  }

  /** The offset to commit (that of the next message to read), or undefined when it has been committed. */
  get toCommit(): number | undefined {
    const upTo = this.taken[0] ?? this.next;
    return upTo === this.committed ? undefined : upTo;
  }

  /** Records that this offset is committed; undefined: the committed offset is unknown. */
  commit(offset: number | undefined): void {
    this.committed = offset;
    this.floor = offset ?? this.floor;
  }

  /**
   * Whether the partition was recreated: reading continues from the committed offset, so an offset
   * before it can only come from a topic that was recreated, or truncated at its end.
   */
  isOutdatedBy(offset: number): boolean {
    return this.floor !== undefined && offset < this.floor;
  }
}
