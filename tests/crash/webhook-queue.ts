import type { Client } from 'pg';
import type { DeliveryAttempt } from '@probity/contracts/webhooks/views';

/** The shortest lease of a claim; longer than any attempt. */
const LEASE_MS = 60_000;

export interface StoredDelivery {
  id: string;
  endpoint_id: string;
  event_id: string;
  status: string;
  due_at: Date | null;
  claim: string | null;
  response_status: number | null;
  attempt_count: number;
  /** the attempts with a known outcome, oldest first */
  attempts: DeliveryAttempt[];
}

/** Reads the dispatcher's rows, and moves their due times so that tests need not wait. */
export class WebhookQueue {
  constructor(private readonly sql: Client) {}

  /** Returns the event ids of all raised alerts. */
  async alertsRaised(): Promise<string[]> {
    const { rows } = await this.sql.query<{ id: string }>(
      "SELECT id FROM event_store.events WHERE stream LIKE 'alert-%' AND type = 'AlertRaised'",
    );
    return rows.map(({ id }) => id);
  }

  async deliveries(): Promise<StoredDelivery[]> {
    const { rows } = await this.sql.query<StoredDelivery>(
      `SELECT id, endpoint_id, event_id, status, due_at, claim, response_status, attempt_count, attempts
       FROM webhooks.deliveries`,
    );
    return rows;
  }

  /** Throws an error that counts the events, alerts and deliveries that are not finished, if there are any. */
  async expectNothingWaits(): Promise<void> {
    const { rows } = await this.sql.query<Record<string, string>>(
      `SELECT (SELECT count(*) FROM pipeline.inbox) AS events,
         (SELECT count(*) FROM event_store.events e WHERE stream LIKE 'alert-%' AND type = 'AlertRaised'
            AND NOT EXISTS (SELECT FROM webhooks.events w WHERE w.event_id = e.id)) AS alerts,
         (SELECT count(*) FROM webhooks.deliveries WHERE due_at IS NOT NULL) AS deliveries,
         (SELECT count(*) FROM webhooks.deliveries WHERE claim IS NOT NULL) AS claimed`,
    );
    const waiting = Object.entries(rows[0]!).filter(([, count]) => count !== '0');
    if (waiting.length > 0) throw new Error(waiting.map(([what, count]) => `${count} ${what}`).join(', '));
  }

  /**
   * Frees the claims of processes that were killed before `startedAt` and makes all retries due now. Does not
   * change claims that were made at or after `startedAt`.
   */
  async letTimePass(startedAt: Date): Promise<void> {
    const leasesOfTheDead = new Date(startedAt.getTime() + LEASE_MS);
    await this.sql.query(
      `UPDATE webhooks.deliveries SET due_at = least(due_at, now()),
         lease_until = CASE WHEN lease_until IS NOT NULL THEN now() - interval '1 second' END
       WHERE due_at IS NOT NULL AND (lease_until IS NULL AND due_at > now() OR lease_until BETWEEN now() AND $1)`,
      [leasesOfTheDead],
    );
  }
}
