import type { Database } from '@probity/persistence/database';
import { Refusal } from '@probity/platform/errors';
import type { Logger } from '@probity/platform/logging';
import { type Claim, LEASE_S } from './claim';

/** Work that ends sooner costs no renewal. After a renewal that failed, there is time for another. */
const RENEW_MS = 2_000;

const RENEW = `
  UPDATE pipeline.subjects SET lease_until = clock_timestamp() + make_interval(secs => $3)
  WHERE subject = ANY($1) AND claim = $2 RETURNING subject`;

/** Renews the lease of claimed subjects, one renewal at a time, until the work on each of them ends. */
export class ClaimLease {
  private readonly token: string;
  /** by subject, a time of `performance.now()` */
  private readonly validUntil: Map<string, number>;
  private readonly timer: NodeJS.Timeout;
  private renewal: Promise<void> | undefined;

  constructor(
    private readonly database: Database,
    { token, claimedAt, subjects }: Claim,
    private readonly logger: Logger,
  ) {
    this.token = token;
    this.validUntil = new Map(subjects.map(({ subject }) => [subject, claimedAt + LEASE_S * 1_000]));
    this.timer = setInterval(() => {
      this.renewal ??= this.renew().finally(() => (this.renewal = undefined));
    }, RENEW_MS);
    if (subjects.length === 0) clearInterval(this.timer);
  }

  /** @throws Refusal `lease_lost` when another process may have taken over the subject */
  throwIfLost(subject: string): void {
    if (performance.now() < (this.validUntil.get(subject) ?? -Infinity)) return;
    throw new Refusal('overloaded', 'lease_lost', 'another process may have taken over these events');
  }

  /** Renews the lease of this subject no more. Afterwards no renewal locks its row. */
  async end(subject: string): Promise<void> {
    this.validUntil.delete(subject);
    if (this.validUntil.size === 0) clearInterval(this.timer);
    await this.renewal;
  }

  private async renew(): Promise<void> {
    const subjects = [...this.validUntil.keys()];
    const validUntil = performance.now() + LEASE_S * 1_000;
    try {
      const { rows } = await this.database.query<{ subject: string }>(RENEW, [subjects, this.token, LEASE_S]);
      const renewed = new Set(rows.map(({ subject }) => subject));
      for (const subject of subjects) {
        if (this.validUntil.has(subject)) this.validUntil.set(subject, renewed.has(subject) ? validUntil : -Infinity);
      }
    } catch (err) {
      this.logger.warn({ err }, 'cannot renew the lease of events in process; another process may take them over');
    }
  }
}
