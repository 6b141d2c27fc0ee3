import type { CustomerProfile } from '@probity/contracts/customers/profile';
import type { Database } from '@probity/persistence/database';
import type { Logger } from '@probity/platform/logging';
import { pause } from '@probity/platform/pause';
import { SEARCH_VERSION } from '@probity/read-side/search/search-terms';
import { replaceSearchTerms } from '@probity/read-side/search/search-terms-projection';

const BATCH = 200;
const AGAIN_AFTER_MS = 1_000;
/** The index `customers_with_earlier_search_terms` has the same condition. Locked: a profile may be changing. */
const EARLIER = `
  SELECT id AS customer_id, tenant_id, profile FROM customer_risk.customers
  WHERE search_version < ${SEARCH_VERSION} AND erased_at IS NULL ORDER BY id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`;
const LEFT = `
  SELECT FROM customer_risk.customers WHERE search_version < ${SEARCH_VERSION} AND erased_at IS NULL LIMIT 1`;
const DONE = `UPDATE customer_risk.customers SET search_version = ${SEARCH_VERSION} WHERE id = ANY($1)`;

interface Row extends Record<string, unknown> {
  customer_id: string;
  tenant_id: string;
  profile: CustomerProfile;
}

/**
 * Computes what existing customers are found by, after an upgrade. Until it is complete, a search finds only a part of
 * them. It never prevents a start, and retries in the background.
 */
export class SearchTerms {
  private readonly stopping = new AbortController();
  private running: Promise<void> | undefined;

  constructor(
    private readonly database: Database,
    private readonly logger: Logger,
  ) {}

  start(): void {
    this.running ??= this.run();
  }

  /** Resolves when every customer that existed at the start can be found. */
  async complete(): Promise<void> {
    await this.running;
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    let customers = 0;
    while (!signal.aborted) {
      try {
        const changed = await this.next();
        customers += changed;
        if (changed > 0) continue;
        if (await this.isIncomplete()) {
          await pause(AGAIN_AFTER_MS, signal); // others hold the last ones
          continue;
        }
        if (customers > 0) this.logger.info({ customers }, 'customers can be found by their names');
        return;
      } catch (err) {
        this.logger.warn({ err }, 'what customers are found by cannot be computed now; retrying');
        await pause(AGAIN_AFTER_MS, signal);
      }
    }
  }

  private async isIncomplete(): Promise<boolean> {
    return (await this.database.query(LEFT)).rows.length > 0;
  }

  /** Returns how many customers got their terms. Several instances share the work. */
  private next(): Promise<number> {
    return this.database.transaction(async (sql) => {
      const { rows } = await sql.query<Row>(EARLIER);
      for (const { profile, ...customer } of rows) await replaceSearchTerms(sql, customer, profile);
      await sql.query(DONE, [rows.map(({ customer_id }) => customer_id)]);
      return rows.length;
    });
  }
}
