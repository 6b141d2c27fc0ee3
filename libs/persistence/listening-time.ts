const TICK_MS = 100;

/**
 * Measures the time in which this process could have heard a server. A process that loads modules, or gets no processor,
 * hears nothing meanwhile: what it missed then is no silence of the server.
 */
export class ListeningTime {
  private heardMs = 0;
  private last = performance.now();
  private readonly ticks = setInterval(() => this.tick(), TICK_MS);

  /** since the beginning, in milliseconds; one stall of the event loop counts as two ticks at most */
  get ms(): number {
    this.tick();
    return this.heardMs;
  }

  end(): void {
    clearInterval(this.ticks);
  }

  private tick(): void {
    const now = performance.now();
    this.heardMs += Math.min(now - this.last, 2 * TICK_MS);
    this.last = now;
  }
}
