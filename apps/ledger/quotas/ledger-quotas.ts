import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Database } from '@probity/persistence/database';
import type { Refusal } from '@probity/platform/errors';
import { TimeSource } from '@probity/platform/time-source';
import { LimitQueries } from '@probity/read-side/limits/limit-queries';
import { quotaExceeded } from '@probity/read-side/limits/quota';

/**
 * Counting stops at the limit, because a tenant with many rows must not make each creation slow. What is counted at the
 * limit is therefore `at least` so many.
 */
const COUNT_LEDGERS =
  'SELECT count(*)::int AS rows FROM (SELECT FROM ledger.ledgers WHERE tenant_id = $1 LIMIT $2) AS counted';
const COUNT_ACCOUNTS =
  'SELECT count(*)::int AS rows FROM (SELECT FROM ledger.accounts WHERE tenant_id = $1 LIMIT $2) AS counted';
const RECOUNT_MS = 5_000;
const MAX_COUNTED = 1_000;

interface Counted {
  /** accounts in Postgres at `at`; requests that arrive together share the query */
  stored: Promise<number>;
  /** accounts that this process has counted since */
  opened: number;
  /** epoch milliseconds */
  at: number;
}

/**
 * The limits of ledgers and accounts. Not guaranteed: that requests that run at the same time, or in another process
 * within RECOUNT_MS, do not exceed a limit by their number.
 */
@Injectable()
export class LedgerQuotas {
  private readonly limits: LimitQueries;
  /** by tenant */
  private readonly counted = new LRUCache<string, Counted>({ max: MAX_COUNTED });

  constructor(
    private readonly database: Database,
    private readonly time: TimeSource,
  ) {
    this.limits = new LimitQueries(database);
  }

  /** @throws Refusal `quota_exceeded` when the tenant has as many ledgers as it may */
  async refuseLedger(tenantId: string): Promise<void> {
    const limit = await this.limits.limit(tenantId, 'ledgers');
    const current = await this.count(COUNT_LEDGERS, tenantId, limit);
    if (current >= limit) throw exceeded('ledgers', limit, current);
  }

  /** Counts one more account. Returns the refusal `quota_exceeded` when the tenant has as many accounts as it may. */
  async countAccount(tenantId: string): Promise<Refusal | undefined> {
    const limit = await this.limits.limit(tenantId, 'accounts');
    const now = this.time.now().getTime();
    let counted = this.counted.get(tenantId);
    if (!counted || now - counted.at >= RECOUNT_MS || (await counted.stored) + counted.opened >= limit) {
      counted = { stored: this.count(COUNT_ACCOUNTS, tenantId, limit), opened: 0, at: now };
      counted.stored.catch(() => this.counted.delete(tenantId)); // each caller gets the error; the next one asks again
      this.counted.set(tenantId, counted);
    }
    const current = (await counted.stored) + counted.opened;
    if (current >= limit) return exceeded('accounts', limit, current);
    counted.opened++;
    return undefined;
  }

  private async count(statement: string, tenantId: string, limit: number): Promise<number> {
    const { rows } = await this.database.query<{ rows: number }>(statement, [tenantId, limit]);
    return rows[0]!.rows;
  }
}

const exceeded = (name: 'ledgers' | 'accounts', limit: number, current: number): Refusal =>
  quotaExceeded('quota_exceeded', name, { limit, current: `at least ${current}` });
