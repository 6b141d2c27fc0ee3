import type { Sql } from '@probity/persistence/database';

const DAY_MS = 86_400_000;
/** How long a delivery can be seen and sent again. */
export const KEPT_MS = 90 * DAY_MS;
const AT_ONCE = 5_000;

const FORGET_DELIVERIES = `
  DELETE FROM webhooks.deliveries WHERE id IN (
    SELECT d.id FROM webhooks.endpoints e CROSS JOIN LATERAL (
      SELECT id FROM webhooks.deliveries
      WHERE endpoint_id = e.id AND created_at < $1 AND due_at IS NULL LIMIT $2) d
    LIMIT $2)`;
const FORGET_EVENTS = `
  DELETE FROM webhooks.events WHERE event_id IN (
    SELECT e.event_id FROM webhooks.events e WHERE e.created_at < $1
      AND NOT EXISTS (SELECT FROM webhooks.deliveries d WHERE d.event_id = e.event_id)
    ORDER BY e.created_at LIMIT $2)`;

/** Deletes deliveries that ended more than 90 days ago, and their events. Returns whether there may be more. */
export async function forgetOldDeliveries(sql: Sql, now: Date): Promise<boolean> {
  const before = new Date(now.getTime() - KEPT_MS);
  const deliveries = await sql.query(FORGET_DELIVERIES, [before, AT_ONCE]);
  const events = await sql.query(FORGET_EVENTS, [before, AT_ONCE]);
  return deliveries.rowCount === AT_ONCE || events.rowCount === AT_ONCE;
}
