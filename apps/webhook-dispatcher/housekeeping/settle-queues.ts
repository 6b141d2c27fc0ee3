import type { Sql } from '@probity/persistence/database';
import { QUEUED_ENDPOINTS } from '@probity/read-side/webhooks/queued-endpoints';

const AT_ONCE = 5_000;

/** Ends deliveries that wait for an inactive endpoint: `failed` if it is disabled, `canceled` if it is deleted. */
const SETTLE = `
  WITH RECURSIVE ${QUEUED_ENDPOINTS}, settled AS (
    SELECT d.id, e.status FROM queued q JOIN webhooks.endpoints e ON e.id = q.endpoint_id
    CROSS JOIN LATERAL (
      SELECT id FROM webhooks.deliveries
      WHERE endpoint_id = e.id AND due_at IS NOT NULL AND (lease_until IS NULL OR lease_until <= $1)
      ORDER BY due_at LIMIT $2 FOR UPDATE SKIP LOCKED) d
    WHERE e.status <> 'active' LIMIT $2
  )
  UPDATE webhooks.deliveries d SET due_at = NULL, claim = NULL, lease_until = NULL,
    status = CASE s.status WHEN 'deleted' THEN 'canceled' ELSE 'failed' END,
    error = CASE s.status WHEN 'deleted' THEN 'the webhook was deleted'
      ELSE coalesce(d.error, 'the webhook was disabled') END
  FROM settled s WHERE d.id = s.id`;

/** Removes deliveries of endpoints that are not active from the queue. Returns whether there may be more. */
export async function settleQueues(sql: Sql, now: Date): Promise<boolean> {
  const { rowCount } = await sql.query(SETTLE, [now, AT_ONCE]);
  return rowCount === AT_ONCE;
}
