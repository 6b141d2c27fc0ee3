import type { Database } from '@probity/persistence/database';
import type { Logger } from '@probity/platform/logging';
import { pause } from '@probity/platform/pause';
import type { SealedSecrets } from './sealed-secrets';

/** While a key is being replaced: an instance that has the previous key only may still seal with it. */
const EVERY_MS = 60_000;
/** Otherwise secrets are only counted. */
const COUNT_EVERY_MS = 3_600_000;
/** A start has other work to do first. */
const FIRST_COUNT_AFTER_MS = 30_000;
const AFTER_TROUBLE_MS = 5_000;

const SAY = 'SELECT platform.say_sealed($1, $2, $3, $4, $5, $6)';

/**
 * Seals the secrets of a service again while its key is being replaced, and says how many secrets which key has sealed.
 * One instance of the service does so at a time. The secrets themselves say what is left, so the work continues where it
 * was after each restart.
 */
export class Resealing {
  private readonly stopping = new AbortController();
  private running: Promise<void> | undefined;

  constructor(
    private readonly service: string,
    private readonly secrets: SealedSecrets[],
    private readonly database: Database,
    private readonly logger: Logger,
  ) {}

  start(): void {
    this.running ??= this.run();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  /** Seals again what is left, and records how far it is. Returns how many secrets are left. */
  async pass(): Promise<number> {
    let left = 0;
    for (const secrets of this.secrets) {
      if (this.stopping.signal.aborted) break;
      if (secrets.sealer.isReplacing) await this.reseal(secrets);
      left += await this.say(secrets);
    }
    return left;
  }

  private get isReplacing(): boolean {
    return this.secrets.some(({ sealer }) => sealer.isReplacing);
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    if (!this.isReplacing) await pause(FIRST_COUNT_AFTER_MS, signal);
    while (!signal.aborted) {
      try {
        const lock = await this.database.tryLock(`seal secrets again ${this.service}`);
        if (lock) await this.pass().finally(() => lock.release());
        await pause(this.isReplacing ? EVERY_MS : COUNT_EVERY_MS, signal);
      } catch (err) {
        if (signal.aborted) return;
        this.logger.warn({ err }, 'secrets cannot be counted or sealed again; retrying');
        await pause(AFTER_TROUBLE_MS, signal);
      }
    }
  }

  private async reseal(secrets: SealedSecrets): Promise<void> {
    const { name, sealer } = secrets;
    const { resealed, unreadable } = await secrets.reseal(this.stopping.signal);
    const about = { secrets: name, sealing_key: sealer.keyId };
    if (resealed > 0) this.logger.info({ ...about, resealed }, 'sealed secrets again under the current key');
    for (const { id, error: err } of unreadable) {
      this.logger.error({ ...about, id, err }, 'a sealed secret cannot be opened with any of the given keys; it stays');
    }
  }

  /** Returns how many are not sealed with the current key. */
  private async say(secrets: SealedSecrets): Promise<number> {
    const { name, key, sealer } = secrets;
    const counts = await secrets.count();
    const byKey = JSON.stringify(Object.fromEntries(counts));
    await this.database.query(SAY, [this.service, name, key, sealer.keyId, sealer.isReplacing, byKey]);
    return [...counts].reduce((sum, [id, count]) => (id === sealer.keyId ? sum : sum + count), 0);
  }
}
