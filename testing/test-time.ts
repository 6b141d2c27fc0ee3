import { TimeSource } from '@probity/platform/time-source';

/** The clock of the machine, which tests can put forward. */
export class TestTime extends TimeSource {
  private aheadMs = 0;

  override now = (): Date => new Date(Date.now() + this.aheadMs);

  pass(ms: number): void {
    this.aheadMs += ms;
  }
}
