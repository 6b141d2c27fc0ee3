-- Up to where a service has projected the events is in the schema of its read side. When this schema is restored to an older
-- state, alone or with others, the service finds there from where it has to project.

DO $$
DECLARE
  role text;
  schema text;
  service text;
BEGIN
  FOR role, schema, service IN VALUES
    ('probity_ledger', 'ledger', 'ledger'),
    ('probity_back_office', 'back_office', 'back-office'),
    ('probity_customer_risk', 'customer_risk', 'customer-risk'),
    ('probity_pipeline', 'pipeline', 'pipeline'),
    ('probity_webhook_dispatcher', 'webhooks', 'webhook-dispatcher'),
    ('probity_notary', 'notary', 'notary')
  LOOP
    EXECUTE format('CREATE TABLE %I.projected_up_to (
      follower text COLLATE "C" PRIMARY KEY, checkpoint text NOT NULL, saved_at timestamptz NOT NULL DEFAULT now())', schema);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE ON %I.projected_up_to TO %I', schema, role);
    EXECUTE format('INSERT INTO %I.projected_up_to SELECT follower, checkpoint, saved_at FROM event_store.checkpoints
      WHERE starts_with(follower, %L)', schema, 'projection-' || service || '-');
  END LOOP;
END $$;
DELETE FROM event_store.checkpoints WHERE starts_with(follower, 'projection-');

-- Where all followers are, wherever they save it. What a version before this one saves counts no more.
CREATE OR REPLACE FUNCTION event_store.followers(most integer)
RETURNS TABLE (follower text, saved_at timestamptz, behind integer)
STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp LANGUAGE sql AS $$
  SELECT c.follower, c.saved_at, CASE WHEN c.checkpoint ~ '^-?\d+:-?\d+$' THEN (
    SELECT count(*)::int FROM (
      SELECT FROM event_store.events e
      WHERE (e.transaction_id, e.position) >
        (split_part(c.checkpoint, ':', 1)::bigint, split_part(c.checkpoint, ':', 2)::bigint)
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
