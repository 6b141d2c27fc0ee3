-- What operators see of the installation: the services that run, followers, and what waits or failed.

CREATE TABLE platform.running_services (
  service text NOT NULL,
  instance text NOT NULL,
  is_ready boolean NOT NULL,
  dependencies jsonb NOT NULL,
  started_at timestamptz NOT NULL DEFAULT now(),
  seen_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (service, instance)
);
COMMENT ON TABLE platform.running_services IS 'Each instance of a service says every few seconds that it runs.';

GRANT USAGE ON SCHEMA platform TO probity_ledger, probity_relay, probity_customer_risk, probity_webhook_dispatcher;
GRANT SELECT ON platform.running_services TO probity_back_office;

-- The services write through these functions only: no grant on the table lets one of them write more.
CREATE FUNCTION platform.say_running(service text, instance text, is_ready boolean, dependencies jsonb) RETURNS void
SECURITY DEFINER SET search_path = pg_catalog, pg_temp LANGUAGE sql AS $$
  DELETE FROM platform.running_services r WHERE r.seen_at < now() - interval '1 day';
  INSERT INTO platform.running_services AS r (service, instance, is_ready, dependencies) VALUES ($1, $2, $3, $4)
  ON CONFLICT ON CONSTRAINT running_services_pkey DO UPDATE
    SET is_ready = excluded.is_ready, dependencies = excluded.dependencies, seen_at = now()
$$;
CREATE FUNCTION platform.say_stopped(service text, instance text) RETURNS void
SECURITY DEFINER SET search_path = pg_catalog, pg_temp LANGUAGE sql AS $$
  DELETE FROM platform.running_services r WHERE r.service = $1 AND r.instance = $2
$$;
REVOKE ALL ON FUNCTION platform.say_running, platform.say_stopped FROM PUBLIC;
GRANT EXECUTE ON FUNCTION platform.say_running, platform.say_stopped TO probity_ledger, probity_gateway,
  probity_back_office, probity_relay, probity_customer_risk, probity_pipeline, probity_webhook_dispatcher;

-- Not the reason: the message of an error may name a person.
GRANT SELECT (consumer, stream, revision, type, at) ON event_store.dead_facts TO probity_back_office;

-- The back office sees only its own streams and followers; this function shows how far all followers are, no event.
CREATE FUNCTION event_store.followers(most integer)
RETURNS TABLE (follower text, saved_at timestamptz, behind integer)
STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp LANGUAGE sql AS $$
  SELECT c.follower, c.saved_at, CASE WHEN c.checkpoint ~ '^-?\d+:-?\d+$' THEN (
    SELECT count(*)::int FROM (
      SELECT FROM event_store.events e
      WHERE (e.transaction_id, e.position) >
        (split_part(c.checkpoint, ':', 1)::bigint, split_part(c.checkpoint, ':', 2)::bigint)
      LIMIT least(most, 10000)) AS counted) END
  FROM event_store.checkpoints c ORDER BY c.follower
$$;
REVOKE ALL ON FUNCTION event_store.followers FROM PUBLIC;
GRANT EXECUTE ON FUNCTION event_store.followers TO probity_back_office;
