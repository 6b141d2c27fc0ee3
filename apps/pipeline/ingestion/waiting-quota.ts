import { LRUCache } from 'lru-cache';
import type { Database } from '@probity/persistence/database';
import type { Clock } from '@probity/platform/clock';
import type { Refusal } from '@probity/platform/errors';
import type { Logger } from '@probity/platform/logging';
import { LimitQueries } from '@probity/read-side/limits/limit-queries';
import { quotaExceeded } from '@probity/read-side/limits/quota';
import type { NewEvent } from './new-event';

/** Counting stops at the limit, because a tenant with many events must not make it slow. */
const COUNT = `
  SELECT count(*)::int AS events FROM (
    SELECT FROM pipeline.inbox WHERE tenant_id = $1 AND customer_id IS NULL LIMIT $2) AS counted`;
const RECOUNT_MS = 5_000;
/** Of a tenant at its limit: events may have found their customer. */
const RECOUNT_FULL_MS = 1_000;
const MAX_COUNTED = 10_000;
const REMEDY = 'create the customers';

interface Counted {
  limit: number;
  /** in Postgres at `at`, and stored by this process since */
  events: number;
  /** epoch milliseconds */
  at: number;
}

/**
 * The limit of events that wait for a customer. Counts beside the batches of events, which all tenants share. Not
 * guaranteed: that events that other processes store within RECOUNT_MS do not exceed the limit by their number.
 */
export class WaitingQuota {
  private readonly limits: LimitQueries;
  /** by tenant */
  private readonly counted = new LRUCache<string, Counted>({ max: MAX_COUNTED });
  private readonly counting = new Map<string, Promise<void>>();

  constructor(
    private readonly database: Database,
    private readonly logger: Logger,
    private readonly now: Clock,
  ) {
    this.limits = new LimitQueries(database);
  }

  /** Resolves when the events of the tenant were counted once. Afterwards it is counted again beside other work. */
  async ready(tenantId: string): Promise<void> {
    if (!this.counted.has(tenantId)) await this.count(tenantId);
  }

  /** Those of the events that exceed the limit, of events that match no customer. */
  refuse(events: NewEvent[]): Map<NewEvent, Refusal> {
    const refused = new Map<NewEvent, Refusal>();
    const admitted = new Map<string, number>();
    for (const event of events) {
      const before = admitted.get(event.tenant_id) ?? 0;
      const refusal = this.refusal(event.tenant_id, before);
      if (refusal) refused.set(event, refusal);
      else admitted.set(event.tenant_id, before + 1);
    }
    return refused;
  }

  /** Counts events that were stored. */
  add(events: NewEvent[]): void {
    for (const { tenant_id } of events) {
      const counted = this.counted.get(tenant_id);
      if (counted) counted.events++;
    }
  }

  private refusal(tenantId: string, admitted: number): Refusal | undefined {
    const counted = this.counted.get(tenantId);
    const isFull = counted !== undefined && counted.events + admitted >= counted.limit;
    const age = counted ? this.now().getTime() - counted.at : Infinity;
    if (age >= (isFull ? RECOUNT_FULL_MS : RECOUNT_MS)) void this.count(tenantId);
    if (!isFull) return undefined;
    const { limit, events } = counted;
    const current = `at least ${events + admitted}` as const;
    return quotaExceeded('quota_exceeded', 'waiting_events', { limit, current, remedy: REMEDY });
  }

  private count(tenantId: string): Promise<void> {
    const running = this.counting.get(tenantId);
    if (running) return running;
    const counting = this.countNow(tenantId)
      .catch((err: unknown) => this.logger.warn({ err }, 'cannot count the events that wait for a customer'))
      .finally(() => this.counting.delete(tenantId));
    this.counting.set(tenantId, counting);
    return counting;
  }

  private async countNow(tenantId: string): Promise<void> {
    const at = this.now().getTime();
    const limit = await this.limits.limit(tenantId, 'waiting_events');
    const { rows } = await this.database.query<{ events: number }>(COUNT, [tenantId, limit]);
    this.counted.set(tenantId, { limit, events: rows[0]!.events, at });
  }
}
