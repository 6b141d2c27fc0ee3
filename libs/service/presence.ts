import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '@probity/persistence/database';
import { type DependencyCheck, readiness } from '@probity/platform/http/operation-routes';
import type { Logger } from '@probity/platform/logging';

const EVERY_MS = 5_000;
const MAX_LEAVING_MS = 1_000;

/** The function forgets instances that stopped without a word a day ago. */
const SAY = 'SELECT platform.say_running($1, $2, $3, $4)';
const LEAVE = 'SELECT platform.say_stopped($1, $2)';

/**
 * Says every few seconds that an instance of a service runs, and whether it is ready. Operators see it at the desk,
 * without access to the ports of each service. A failure changes nothing else: the next attempt follows.
 */
export class Presence {
  private timer: NodeJS.Timeout | undefined;
  private saying: Promise<void> = Promise.resolve();

  /** @param of `abilities`: what an instance of an older version cannot do, shown like a check that succeeds */
  constructor(
    private readonly database: Database,
    private readonly of: { service: string; instance: string; abilities?: readonly string[] },
    private readonly dependencies: DependencyCheck[],
    private readonly logger: Logger,
  ) {}

  start(): void {
    this.saying = this.attempt(() => this.say());
    this.timer = setInterval(() => {
      this.saying = this.saying.then(() => this.attempt(() => this.say()));
    }, EVERY_MS).unref();
  }

  /** Writes the state of this moment. */
  async say(): Promise<void> {
    const { ready, results } = await readiness(this.dependencies);
    const states = Object.fromEntries([
      ...results.map(({ name, status }) => [name, status]),
      ...(this.of.abilities ?? []).map((ability) => [ability, 'ok']),
    ]);
    await this.database.query(SAY, [this.of.service, this.of.instance, ready, JSON.stringify(states)]);
  }

  /** An instance that stops in order is not shown any more. A database that is unavailable does not delay the stop. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    const leave = (): Promise<unknown> => this.database.query(LEAVE, [this.of.service, this.of.instance]);
    const left = this.saying.then(() => this.attempt(leave));
    await Promise.race([left, delay(MAX_LEAVING_MS, undefined, { ref: false })]);
  }

  private async attempt(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (err) {
      this.logger.warn({ err }, 'it cannot be recorded that this service runs');
    }
  }
}
