import type { Database } from '@probity/persistence/database';
import type { Clock } from '@probity/platform/clock';
import { GroupCommit } from '@probity/platform/group-commit';
import type { WebhookEvent } from './webhook-event';

const MAX_AT_ONCE = 500;
const MAX_WAITING = 20_000;

/**
 * An event is stored only if an endpoint has its event type, and only the process that stores it first fans it out.
 * Deliveries to a disabled endpoint get the status failed at once, so that they can be replayed when it works again.
 */
const FAN_OUT = `
  WITH wanted AS MATERIALIZED (
    SELECT n.event_id, n.tenant_id, n.event_type, n.body, e.id AS endpoint_id, e.status
    FROM (
      SELECT DISTINCT ON (event_id) *
      FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[]) AS u (event_id, tenant_id, event_type, body)
    ) AS n
    JOIN webhooks.endpoints e
      ON e.tenant_id = n.tenant_id AND n.event_type = ANY(e.event_types) AND e.status <> 'deleted'
  ), kept AS (
    INSERT INTO webhooks.events (event_id, tenant_id, event_type, body, created_at)
    SELECT DISTINCT ON (event_id) event_id, tenant_id, event_type, body, $5::timestamptz FROM wanted ORDER BY event_id
    ON CONFLICT (event_id) DO NOTHING RETURNING event_id
  )
  INSERT INTO webhooks.deliveries (id, endpoint_id, tenant_id, event_id, event_type, status, due_at, error, created_at)
  SELECT gen_random_uuid(), w.endpoint_id, w.tenant_id, w.event_id, w.event_type,
    CASE w.status WHEN 'active' THEN 'pending' ELSE 'failed' END,
    CASE w.status WHEN 'active' THEN $5::timestamptz END,
    CASE w.status WHEN 'active' THEN NULL ELSE 'the webhook was disabled' END, $5
  FROM wanted w JOIN kept k ON k.event_id = w.event_id`;

/** Creates a delivery of each event for each endpoint with its event type, once. */
export class FanOut {
  private readonly stored: GroupCommit<WebhookEvent>;

  /** @param onStored called when there may be deliveries to send */
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    onStored: () => void,
  ) {
    const limits = { most: MAX_AT_ONCE, mostWaiting: MAX_WAITING };
    this.stored = new GroupCommit((events) => this.store(events), { ...limits, onStored });
  }

  /** Resolves when the deliveries are durable. */
  take(event: WebhookEvent): Promise<void> {
    return this.stored.take(event);
  }

  async close(): Promise<void> {
    await this.stored.close();
  }

  private async store(events: WebhookEvent[]): Promise<void> {
    await this.database.query(FAN_OUT, [
      events.map(({ event_id }) => event_id),
      events.map(({ tenant_id }) => tenant_id),
      events.map(({ event_type }) => event_type),
      events.map(({ body }) => body),
      this.clock(),
    ]);
  }
}
