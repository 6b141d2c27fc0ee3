/** How many attempts may be under way to an endpoint that nothing is known of yet. */
export const FIRST_LIMIT = 8;
/** Also how many connections an endpoint gets at most. */
export const MAX_LIMIT = 64;
/** A success that took longer shows no room for more. */
const QUICK_MS = 1_000;
/** After so many failures in a row an endpoint is left alone for a while. */
const FAILURES_BEFORE_PAUSE = 10;
const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 60_000;

/**
 * How much an endpoint can take, as it has shown: each quick success allows one more attempt at a time, each
 * failure halves them. One that does not work is tried once a minute, so that its backlog costs others nothing; one
 * that works and refuses what it is sent is sent one event after the other.
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

  /** It works, and will not have this event. */
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

  /** An attempt ended that says nothing about the endpoint. */
  ended(): void {
    this.underWay--;
  }

  /** Whether nothing would be lost if it were forgotten. */
  get isAsNew(): boolean {
    return this.underWay === 0 && this.failuresInARow === 0;
  }
}
