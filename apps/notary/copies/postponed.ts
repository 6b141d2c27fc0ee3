import { LRUCache } from 'lru-cache';
import type { Clock } from '@probity/platform/clock';

const FIRST_WAIT_MS = 2_000;
const MAX_WAIT_MS = 5 * 60_000;
const MAX_REMEMBERED = 10_000;

interface Wait {
  until: number;
  ms: number;
}

/** What is tried again later: one log, or all logs because the target itself fails. Each failure doubles the wait. */
export class Postponed {
  private readonly ofLogs = new LRUCache<string, Wait>({ max: MAX_REMEMBERED });
  private ofAll: Wait | undefined;

  constructor(private readonly now: Clock) {}

  has(log: string): boolean {
    return this.hasAll() || this.isOn(this.ofLogs.peek(log));
  }

  hasAll(): boolean {
    return this.isOn(this.ofAll);
  }

  /** Logs that wait for themselves. */
  logs(): string[] {
    return [...this.ofLogs.entries()].filter(([, wait]) => this.isOn(wait)).map(([log]) => log);
  }

  succeeded(log: string): void {
    this.ofLogs.delete(log);
    this.ofAll = undefined;
  }

  /** Returns whether it is the first failure. */
  failed(log: string): boolean {
    const before = this.ofLogs.get(log);
    this.ofLogs.set(log, this.after(before));
    return before === undefined;
  }

  /** Returns whether it is the first failure. */
  failedAll(): boolean {
    const before = this.ofAll;
    // Requests that were sent together fail together.
    if (!this.isOn(before)) this.ofAll = this.after(before);
    return before === undefined;
  }

  private after(before: Wait | undefined): Wait {
    const ms = before ? Math.min(before.ms * 2, MAX_WAIT_MS) : FIRST_WAIT_MS;
    return { until: this.now().getTime() + ms, ms };
  }

  private isOn(wait: Wait | undefined): boolean {
    return wait !== undefined && this.now().getTime() < wait.until;
  }
}
