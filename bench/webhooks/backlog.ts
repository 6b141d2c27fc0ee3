import type { Database } from '@probity/persistence/database';
import { webhookEvent } from '../../apps/webhook-dispatcher/fan-out/webhook-event';
import { alertRaised } from './alerts';
import type { BenchEndpoint } from './bench-product';

const AT_ONCE = 100_000;
/** A placeholder in the body for the ids, which differ between events. */
const PLACE = '11111111-1111-4111-8111-111111111111';

/** Inserts rows as the fan-out does: for each event its body and a due delivery. Endpoints take turns. */
const INSERT = `
  WITH new AS MATERIALIZED (
    SELECT gen_random_uuid() AS event_id, ($1::uuid[])[1 + n % cardinality($1::uuid[])] AS endpoint_id,
      ($2::uuid[])[1 + n % cardinality($2::uuid[])] AS tenant_id
    FROM generate_series(1, $3::int) AS n
  ), events AS (
    INSERT INTO webhooks.events (event_id, tenant_id, event_type, body, created_at)
    SELECT event_id, tenant_id, 'alert.created', replace($4, $5, event_id::text), now() FROM new
  )
  INSERT INTO webhooks.deliveries (id, endpoint_id, tenant_id, event_id, event_type, status, due_at, created_at)
  SELECT gen_random_uuid(), endpoint_id, tenant_id, event_id, 'alert.created', 'pending', now(), now() FROM new`;

export function webhookBody(eventId: string, tenantId: string): string {
  const { alert_id, raised_at, ...alert } = alertRaised(tenantId);
  return webhookEvent('alert.created', eventId, tenantId, raised_at, { id: alert_id, ...alert }).body;
}

/** Inserts due deliveries, in batches if there are very many. */
export async function insertBacklog(database: Database, endpoints: BenchEndpoint[], count: number): Promise<void> {
  const [ids, tenants] = [endpoints.map(({ id }) => id), endpoints.map(({ tenant_id }) => tenant_id)];
  const body = webhookBody(PLACE, endpoints[0]!.tenant_id);
  for (let left = count; left > 0; left -= AT_ONCE) {
    await database.query(INSERT, [ids, tenants, Math.min(left, AT_ONCE), body, PLACE]);
  }
}

/** Deletes an endpoint's deliveries and their events, and frees their space. */
export async function removeBacklog(database: Database, { id }: BenchEndpoint): Promise<void> {
  await database.query(
    `WITH gone AS (DELETE FROM webhooks.deliveries WHERE endpoint_id = $1 RETURNING event_id)
     DELETE FROM webhooks.events e USING gone WHERE e.event_id = gone.event_id`,
    [id],
  );
  await tidy(database);
}

/** Vacuums now, so that autovacuum does not run during a measurement. */
export async function tidy(database: Database): Promise<void> {
  await database.execute('VACUUM ANALYZE webhooks.deliveries, webhooks.events, event_store.events');
  await database.execute('CHECKPOINT');
}
