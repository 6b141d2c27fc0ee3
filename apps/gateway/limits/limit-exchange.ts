import type { Sql } from '@probity/persistence/database';
import type { Logger } from '@probity/platform/logging';
import { Worker } from '@probity/platform/worker';
import { LimitQueries } from '@probity/read-side/limits/limit-queries';
import { ALONE, type RequestLimits } from './request-limits';

/** How often a gateway exchanges with the others what it admitted. */
export const EXCHANGE_MS = 250;
/** After this time without a report, another gateway counts as stopped. */
const SILENT_MS = 2_000;
/** A subject that had no request in so many exchanges is left out of the reports. */
const MAX_IDLE_ROUNDS = 8;
/** Bounds the size of a report. What is beyond is limited by each gateway on its own. */
const MAX_REPORTED = 2_000;

/** By the id of a tenant or key: the requests admitted since it was last idle, and the running ones. */
type Use = Record<string, [used: number, running: number]>;

const EXCHANGE = `
  WITH mine AS (
    INSERT INTO gateway.limit_use (instance, reported_at, use) VALUES ($1, now(), $2)
    ON CONFLICT (instance) DO UPDATE SET reported_at = excluded.reported_at, use = excluded.use
  )
  SELECT instance, use FROM gateway.limit_use
  WHERE instance <> $1 AND reported_at > now() - make_interval(secs => $3)`;
/** Also removes the rows of gateways that crashed. */
const FORGET = `
  DELETE FROM gateway.limit_use WHERE instance = $1 OR reported_at < now() - interval '1 minute'`;

/**
 * Tells the other gateways what this one admitted, charges what they admitted, and takes over changed limits.
 *
 * Guarantees: together, gateways admit at most the burst of a limit for each gateway, and after that its average rate;
 * what they admit between two exchanges is paid back. A request never waits for an exchange.
 *
 * Not guaranteed while Postgres does not respond: then each gateway applies the whole limit on its own.
 */
export class LimitExchange {
  private readonly worker: Worker;
  private readonly limits: LimitQueries;
  /** what each of the others had admitted at the last exchange; undefined before the first one and after a failure */
  private before: Map<string, Use> | undefined;
  private readonly idleRounds = new Map<string, { used: number; rounds: number }>();

  constructor(
    private readonly instance: string,
    private readonly sql: Sql,
    private readonly requests: RequestLimits,
    logger: Logger,
  ) {
    this.limits = new LimitQueries(sql);
    this.worker = new Worker(() => this.round(), logger, EXCHANGE_MS);
  }

  start(): void {
    this.worker.start();
  }

  async stop(): Promise<void> {
    await this.worker.stop();
    await this.sql.query(FORGET, [this.instance]).catch(() => {}); // the others notice the silence
  }

  /** One exchange. Returns false: the next one waits for EXCHANGE_MS. */
  async round(): Promise<boolean> {
    try {
      if (!this.before) await this.sql.query(FORGET, [this.instance]);
      const use = JSON.stringify(this.report());
      const values = [this.instance, use, SILENT_MS / 1_000];
      const { rows } = await this.sql.query<{ instance: string; use: Use }>(EXCHANGE, values);
      this.charge(new Map(rows.map((row) => [row.instance, row.use])));
      const inUse = [...this.requests.active.values()].filter(({ isTenant }) => isTenant).map(({ id }) => id);
      if (inUse.length === 0) return false;
      for (const stored of await this.limits.storedOf(inUse)) this.requests.setLimits(stored.tenant_id, stored);
      return false;
    } catch (error) {
      this.forgetOthers();
      throw error;
    }
  }

  /** Leaves out what was idle for a while; its count then starts again at 0. */
  private report(): Use {
    const use: Use = {};
    let reported = 0;
    for (const [id, subject] of this.requests.active) {
      const before = this.idleRounds.get(id);
      const isIdle = before?.used === subject.used && subject.running === 0;
      const rounds = isIdle ? before.rounds + 1 : 0;
      if (rounds > MAX_IDLE_ROUNDS) {
        this.requests.active.delete(id);
        this.idleRounds.delete(id);
        subject.used = 0;
        continue;
      }
      this.idleRounds.set(id, { used: subject.used, rounds });
      if (++reported <= MAX_REPORTED) use[id] = [subject.used, subject.running];
    }
    return use;
  }

  /** Charges what the others admitted since the last exchange. A gateway that reports for the first time is only noted. */
  private charge(now: Map<string, Use>): void {
    const running = new Map<string, number>();
    for (const [instance, use] of now) {
      const before = this.before?.get(instance);
      for (const [id, [used, runs]] of Object.entries(use)) {
        running.set(id, (running.get(id) ?? 0) + runs);
        if (!before) continue;
        const [counted] = before[id] ?? [0];
        const more = used >= counted ? used - counted : used;
        if (more > 0) this.requests.subject(id)?.bucket.charge(more);
      }
    }
    this.requests.elsewhere = { gateways: now.size + 1, running };
    this.before = now;
  }

  private forgetOthers(): void {
    this.before = undefined;
    this.requests.elsewhere = ALONE;
  }
}
