/** How many attempts may be under way to an endpoint that nothing is known of yet. */
export const FIRST_LIMIT = 8;
/** Also how many connections an endpoint gets at most. */
export const HIGHEST_LIMIT = 64;
/** After so many failures in a row an endpoint is left alone for a while. */
const FAILURES_BEFORE_PAUSE = 10;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;

/**
 * How much an endpoint can take, as it has shown: each success allows one more attempt at a time, each failure
 * halves them. One that only fails is tried once a minute, so that its backlog costs others nothing.
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

  succeeded(): void {
    this.underWay--;
    this.limit = Math.min(HIGHEST_LIMIT, this.limit + 1);
    this.failuresInARow = 0;
    this.pausedUntil = 0;
  }

  failed(now: number): void {
    this.underWay--;
    this.limit = Math.max(1, Math.floor(this.limit / 2));
    this.failuresInARow++;
    const beyond = this.failuresInARow - FAILURES_BEFORE_PAUSE;
    if (beyond >= 0) this.pausedUntil = now + Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(beyond, 10));
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
