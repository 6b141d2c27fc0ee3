import { setTimeout as delay } from 'node:timers/promises';

/** Where the next message of a partition lies. */
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

  /** Reading has ended by itself. */
  fail(error: Error): void {
    this.failure = error;
  }

  /**
   * Resolves when everything before these places has been read.
   *
   * @throws Error that names the partitions for which the time was too short, or says why reading ended
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
