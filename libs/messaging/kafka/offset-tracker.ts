/**
 * Tracks the messages of one partition: which were taken, and up to which offset all are finished. Messages finish in
 * any order, but only the offset of the first unfinished message may be committed. With a later offset, a crash would
 * lose that message.
 */
export class OffsetTracker {
  /** the offsets that were taken, in order; finished ones at the start are removed */
  private readonly taken: number[] = [];
  private readonly finished = new Set<number>();
  private next: number | undefined;
  private committed: number | undefined;
  /** the last offset that is known to have been committed */
  private floor: number | undefined;

  /**
   * Takes a message. Returns false when it was already taken: after a rebalance, a member reads messages of its
   * remaining partitions again.
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

  /** The offset to commit, which is the next message to read after a crash; undefined when it is already committed. */
  get toCommit(): number | undefined {
    const upTo = this.taken[0] ?? this.next;
    return upTo === this.committed ? undefined : upTo;
  }

  /** Records the committed offset. Undefined means that it is unknown. */
  commit(offset: number | undefined): void {
    this.committed = offset;
    this.floor = offset ?? this.floor;
  }

  /**
   * Whether the partition was recreated. Reading continues from the committed offset. Therefore a lower offset can only
   * come from a topic that was recreated or that lost its last messages.
   */
  isOutdatedBy(offset: number): boolean {
    return this.floor !== undefined && offset < this.floor;
  }
}
