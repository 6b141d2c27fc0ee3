-- A row from the future counted as a running instance for ever: one that looked like an instance of an older version kept a
-- service from completing its upgrade. The clock of the database alone writes the times, so such a row is forged, or its
-- clock was set back. It counts no more, and the next instance that says that it runs deletes it.

CREATE OR REPLACE FUNCTION platform.older_instances_run(of_service text, sign text) RETURNS boolean
STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp LANGUAGE sql AS $$
  SELECT EXISTS (
    SELECT FROM platform.running_services r
    WHERE r.service = of_service AND NOT r.dependencies ? sign
      AND r.seen_at > now() - interval '1 minute' AND r.seen_at < now() + interval '1 minute')
$$;

CREATE OR REPLACE FUNCTION platform.say_running(service text, instance text, is_ready boolean, dependencies jsonb) RETURNS void
SECURITY DEFINER SET search_path = pg_catalog, pg_temp LANGUAGE sql AS $$
  DELETE FROM platform.running_services r
  WHERE r.seen_at < now() - interval '1 day' OR r.seen_at > now() + interval '1 minute';
  INSERT INTO platform.running_services AS r (service, instance, is_ready, dependencies) VALUES ($1, $2, $3, $4)
  ON CONFLICT ON CONSTRAINT running_services_pkey DO UPDATE
    SET is_ready = excluded.is_ready, dependencies = excluded.dependencies, seen_at = now()
$$;
