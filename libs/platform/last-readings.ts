const MAX_READ_MS = 1_000;
/** The route of the metrics needs no key, so a caller must not be able to cause a read with each request. */
const MIN_INTERVAL_MS = 1_000;

/** One value of a gauge. */
export interface Reading {
  gauge: string;
  labels?: Record<string, string>;
  value: number;
}

export type OnFailure = (error: unknown) => void;

/** Reads the values of gauges when a scrape needs them. The gauges of one scrape share a read. */
export class LastReadings {
  private last: Reading[] = [];
  private readAt = -Infinity;
  private reading: Promise<Reading[]> | undefined;

  constructor(
    private readonly read: () => Promise<Reading[]>,
    private readonly onFailure: OnFailure,
    private readonly minIntervalMs = MIN_INTERVAL_MS,
  ) {}

  /**
   * Returns the values of the last successful read if this one fails or takes longer than MAX_READ_MS, and reads at
   * most once a second.
   */
  async current(): Promise<Reading[]> {
    if (!this.reading && performance.now() - this.readAt < this.minIntervalMs) return this.last;
    this.readAt = performance.now();
    this.reading ??= within(MAX_READ_MS, this.read())
      .then((readings) => (this.last = readings))
      .catch((error: unknown) => {
        this.onFailure(error);
        return this.last;
      })
      .finally(() => (this.reading = undefined));
    return this.reading;
  }
}

async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooSlow = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no result after ${milliseconds} ms`)), milliseconds);
  });
  return Promise.race([work, tooSlow]).finally(() => clearTimeout(timer));
}
