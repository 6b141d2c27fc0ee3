import { QUEUED_ENDPOINTS } from './queued-endpoints';

/** Counting ends here, so that a look at a long queue stays cheap. */
export const MAX_COUNTED = 10_000;
export const MAX_OF_ENDPOINT = 1_000;

/** The number of deliveries that are due, and for how many seconds the oldest one is. */
export const DUE_DELIVERIES = `
  WITH RECURSIVE ${QUEUED_ENDPOINTS}, due AS (SELECT endpoint_id, due_at FROM queued WHERE due_at <= now())
  SELECT (SELECT count(*)::int FROM (
      SELECT FROM due CROSS JOIN LATERAL (
        SELECT FROM webhooks.deliveries d WHERE d.endpoint_id = due.endpoint_id AND d.due_at <= now()
        LIMIT ${MAX_OF_ENDPOINT}) AS of_endpoint
      LIMIT ${MAX_COUNTED}) AS counted) AS deliveries,
    coalesce(extract(epoch FROM now() - (SELECT min(due_at) FROM due)), 0)::float8 AS seconds`;
