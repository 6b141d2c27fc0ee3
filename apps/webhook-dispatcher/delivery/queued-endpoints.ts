/**
 * A recursive query for the endpoints that anything waits for, each with what is due first: it jumps from one to the
 * next in the index, however much waits for each. For use as `WITH RECURSIVE ${QUEUED_ENDPOINTS}, ...`.
 */
export const QUEUED_ENDPOINTS = `
  queued AS (
    (SELECT endpoint_id, due_at FROM webhooks.deliveries WHERE due_at IS NOT NULL
      ORDER BY endpoint_id, due_at LIMIT 1)
    UNION ALL
    SELECT n.endpoint_id, n.due_at FROM queued q CROSS JOIN LATERAL (
      SELECT endpoint_id, due_at FROM webhooks.deliveries
      WHERE due_at IS NOT NULL AND endpoint_id > q.endpoint_id ORDER BY endpoint_id, due_at LIMIT 1) n
  )`;
