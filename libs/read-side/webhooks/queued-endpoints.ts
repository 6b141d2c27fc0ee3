/**
 * A recursive query for the endpoints with waiting deliveries, each with the time of the earliest one. It goes from
 * one endpoint to the next in the index, however many deliveries wait for each. Use it as `WITH RECURSIVE
 * ${QUEUED_ENDPOINTS}, ...`.
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
