import { setTimeout as delay } from 'node:timers/promises';
import type { Dependency } from './dependency-errors';
import type { Logger } from 'pino';

const LOOK_AGAIN_MS = 1_000;
/** A dependency counts as back when no call has failed for so long: some calls may get through before the others do. */
const QUIET_MS = 5_000;

const NAMES: Record<Dependency, string> = { database: 'Postgres', event_store: 'the event store' };

type Check = () => Promise<void>;

/**
 * Logs one line when the process loses a dependency, and one when it can use it again, however many calls fail in
 * between. Loggers pass the failures to it.
 */
export class LostDependencies {
  private readonly checks = new Map<Dependency, Check[]>();
  /** when a call failed last, for each dependency that is lost */
  private readonly failedAt = new Map<Dependency, number>();
  private stopped = false;

  constructor(private readonly quietMs = QUIET_MS) {}

  /** @param check rejects while the dependency cannot be used */
  watch(dependency: Dependency, check: Check): void {
    this.checks.set(dependency, [...(this.checks.get(dependency) ?? []), check]);
  }

  /** Whether a dependency is lost now. */
  get isAny(): boolean {
    return this.failedAt.size > 0;
  }

  failed(dependency: Dependency, err: unknown, logger: Logger): void {
    const isKnown = this.failedAt.has(dependency);
    this.failedAt.set(dependency, performance.now());
    if (isKnown || this.stopped) return;
    logger.warn({ dependency, err }, `${NAMES[dependency]} cannot be used; retrying until it can`);
    void this.untilBack(dependency, logger);
  }

  stop(): void {
    this.stopped = true;
  }

  private async untilBack(dependency: Dependency, logger: Logger): Promise<void> {
    do {
      await delay(Math.min(LOOK_AGAIN_MS, this.quietMs), undefined, { ref: false });
      if (this.stopped) return;
    } while (performance.now() - this.failedAt.get(dependency)! < this.quietMs || !(await this.works(dependency)));
    this.failedAt.delete(dependency);
    logger.info({ dependency }, `${NAMES[dependency]} can be used again`);
  }

  private async works(dependency: Dependency): Promise<boolean> {
    const results = await Promise.allSettled((this.checks.get(dependency) ?? []).map((check) => check()));
    return results.every(({ status }) => status === 'fulfilled');
  }
}
