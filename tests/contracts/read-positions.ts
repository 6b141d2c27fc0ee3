import { setTimeout as delay } from 'node:timers/promises';

/** A partition, and the offset of its next message. */
export interface Place {
  topic: string;
  partition: number;
  offset: number;
}

const LOOK_AGAIN_MS = 50;

/** How far each partition has been read. */
export class ReadPositions {
  private readonly next = new Map<string, number>();
  private failure: Error | undefined;

  set(place: Place): void {
    if (!this.hasReached(place)) this.next.set(partitionOf(place), place.offset);
  }

  hasReached(place: Place): boolean {
    return (this.next.get(partitionOf(place)) ?? 0) >= place.offset;
  }

  /** Records that reading has ended because of an error. */
  fail(error: Error): void {
    this.failure = error;
  }

  /**
   * Resolves when all messages before these places have been read.
   *
   * @throws Error that names the partitions that were not read in time, or says why reading ended
   */
  async reach(places: Place[], limitMs: number): Promise<void> {
    const giveUpAt = Date.now() + limitMs;
    for (;;) {
      if (this.failure) throw this.failure;
      const behind = places.filter((place) => !this.hasReached(place));
      if (behind.length === 0) return;
      if (Date.now() > giveUpAt) {
        const list = behind.map((place) => `${partitionOf(place)} up to ${place.offset}`);
        throw new Error(`not read within ${limitMs} ms: ${list.join(', ')}`);
      }
      await delay(LOOK_AGAIN_MS);
    }
  }
}

const partitionOf = ({ topic, partition }: Place): string => `${topic}/${partition}`;
