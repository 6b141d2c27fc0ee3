/** Counting ends here, so that a look at a long queue stays cheap. */
export const MAX_COUNTED = 10_000;

/** The number of events of each status that is not an outcome. */
export const INBOX_DEPTH = `
  SELECT status, (SELECT count(*)::int FROM (
    SELECT FROM pipeline.inbox i WHERE i.status = s.status LIMIT ${MAX_COUNTED}) AS counted) AS events
  FROM unnest(ARRAY['pending', 'unresolved', 'dead']) AS s (status)`;

/** The age of the oldest pending event. The index `inbox_turns` has the oldest event of each tenant first. */
export const INBOX_AGE = `
  WITH RECURSIVE oldest AS (
    (SELECT tenant_id, received_at FROM pipeline.inbox WHERE status = 'pending' ORDER BY tenant_id, position LIMIT 1)
    UNION ALL
    SELECT n.tenant_id, n.received_at FROM oldest o CROSS JOIN LATERAL (
      SELECT tenant_id, received_at FROM pipeline.inbox WHERE status = 'pending' AND tenant_id > o.tenant_id
      ORDER BY tenant_id, position LIMIT 1) AS n
  )
  SELECT coalesce(extract(epoch FROM clock_timestamp() - (SELECT min(received_at) FROM oldest)), 0)::float8 AS seconds`;
