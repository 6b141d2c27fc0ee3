/** The maximum number of attempts in progress to an endpoint without history. */
export const FIRST_LIMIT = 8;
/** Also the maximum number of connections to an endpoint. */
export const MAX_LIMIT = 64;
/** A slower success does not show that the endpoint can take more attempts at once. */
const QUICK_MS = 1_000;
/** After this many failures in a row, the endpoint gets a pause. */
const FAILURES_BEFORE_PAUSE = 10;
const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 60_000;

/**
 * The number of attempts that an endpoint can take at once, learned from its results: each quick success allows one
 * more, each failure halves the number. An endpoint that does not work is tried once a minute, so that its backlog
 * does not delay other endpoints. An endpoint that works but rejects events gets one event after the other.
 */
export class EndpointLoad {
  private limit = FIRST_LIMIT;
  private underWay = 0;
  private failuresInARow = 0;
  private pausedUntil = 0;

  /** How many more attempts may begin. */
  free(now: number): number {
    return now < this.pausedUntil ? 0 : Math.max(0, this.limit - this.underWay);
  }

  begun(): void {
    this.underWay++;
  }

  succeeded(tookMs: number): void {
    this.underWay--;
    if (tookMs <= QUICK_MS) this.limit = Math.min(MAX_LIMIT, this.limit + 1);
    this.failuresInARow = 0;
    this.pausedUntil = 0;
  }

  /** The endpoint works but rejects this event. */
  refused(): void {
    this.underWay--;
    this.limit = Math.max(1, Math.floor(this.limit / 2));
    this.failuresInARow = 0;
  }

  failed(now: number): void {
    this.underWay--;
    this.limit = Math.max(1, Math.floor(this.limit / 2));
    this.failuresInARow++;
    const beyond = this.failuresInARow - FAILURES_BEFORE_PAUSE;
    if (beyond >= 0) this.pausedUntil = now + Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(beyond, 10));
  }

  /** Ends an attempt whose result says nothing about the endpoint. */
  ended(): void {
    this.underWay--;
  }

  /** Whether the object can be discarded: no attempt is in progress, and the last one did not fail. */
  get isAsNew(): boolean {
    return this.underWay === 0 && this.failuresInARow === 0;
  }
}
