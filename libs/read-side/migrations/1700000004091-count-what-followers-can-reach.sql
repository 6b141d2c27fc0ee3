-- A row with a made-up transaction id of the future is reached by no follower: it does not count as an event behind.
CREATE OR REPLACE FUNCTION event_store.followers(most integer)
RETURNS TABLE (follower text, saved_at timestamptz, behind integer)
STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp LANGUAGE sql AS $$
  SELECT c.follower, c.saved_at, CASE WHEN c.checkpoint ~ '^-?\d+:-?\d+$' THEN (
    SELECT count(*)::int FROM (
      SELECT FROM event_store.events e
      WHERE (e.transaction_id, e.position) >
        (split_part(c.checkpoint, ':', 1)::bigint, split_part(c.checkpoint, ':', 2)::bigint)
        AND e.transaction_id < pg_snapshot_xmax(pg_current_snapshot())::text::bigint
      LIMIT least(most, 10000)) AS counted) END
  FROM (
    SELECT * FROM event_store.checkpoints WHERE NOT starts_with(follower, 'projection-')
    UNION ALL SELECT * FROM ledger.projected_up_to
    UNION ALL SELECT * FROM back_office.projected_up_to
    UNION ALL SELECT * FROM customer_risk.projected_up_to
    UNION ALL SELECT * FROM pipeline.projected_up_to
    UNION ALL SELECT * FROM webhooks.projected_up_to
    UNION ALL SELECT * FROM notary.projected_up_to
  ) c
  -- With events in Postgres these are no followers: the append projects its events itself.
  WHERE NOT (starts_with(c.follower, 'projection-') AND c.checkpoint ~ '^-?\d+:-?\d+$')
  ORDER BY c.follower
$$;
