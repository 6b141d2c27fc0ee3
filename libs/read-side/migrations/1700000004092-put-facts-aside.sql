-- A fact about an object that the read side does not show yet waits here, so that it keeps no other facts. It is handled
-- again by itself, first after two seconds and then less and less often, for an hour. The read side may be as late as
-- that, for example after a crash of the service that projects. Then an operator decides: the object may not exist. A
-- fact that was due more than ten minutes ago waits once more: the process was down, and the read side may be late.

CREATE FUNCTION platform.put_fact_aside(
  service text, message text, type text, stream text, revision bigint, reason text, attempts integer
) RETURNS boolean
SECURITY DEFINER SET search_path = pg_catalog, pg_temp LANGUAGE sql AS $$
  INSERT INTO platform.dead_letters AS d (service, message, kind, type, stream, revision, reason, attempts, again_at)
  VALUES ($1, $2, 'fact', $3, $4, $5, $6, $7, date_trunc('milliseconds', clock_timestamp() + interval '2 seconds'))
  ON CONFLICT ON CONSTRAINT dead_letters_pkey DO UPDATE
    SET reason = excluded.reason, attempts = d.attempts + excluded.attempts, passed_on_at = NULL,
      at = CASE WHEN d.at < now() - interval '1 hour' AND (d.again_at < now() - interval '10 minutes') IS NOT TRUE
        THEN now() ELSE d.at END,
      again_at = CASE WHEN d.at >= now() - interval '1 hour' OR d.again_at < now() - interval '10 minutes' THEN date_trunc('milliseconds', clock_timestamp() +
        greatest(interval '2 seconds', least(interval '5 minutes', (now() - d.at) / 4))) END
  RETURNING again_at IS NOT NULL
$$;
REVOKE ALL ON FUNCTION platform.put_fact_aside FROM PUBLIC;
GRANT EXECUTE ON FUNCTION platform.put_fact_aside TO probity_relay, probity_pipeline, probity_webhook_dispatcher;
