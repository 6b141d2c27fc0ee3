-- Each service authenticates its events with a key of its own, which is in one of its streams, and records in another one
-- which events of older versions it has taken over. A service reads and writes its own two streams only.

CREATE TABLE event_store.taken_over_streams (
  stream text COLLATE "C" PRIMARY KEY,
  service text NOT NULL,
  revision bigint NOT NULL,
  hash bytea NOT NULL,
  mac_key text NOT NULL,
  mac text NOT NULL
);
COMMENT ON TABLE event_store.taken_over_streams IS
  'The streams with events from before MACs: the last of these events, and a hash of all up to it. Each row has a MAC.';
ALTER TABLE event_store.taken_over_streams ENABLE ROW LEVEL SECURITY;

DO $$
DECLARE
  role text;
  service text;
BEGIN
  FOREACH role IN ARRAY ARRAY['probity_ledger', 'probity_back_office', 'probity_customer_risk', 'probity_pipeline'] LOOP
    service := replace(substr(role, length('probity_') + 1), '_', '-');
    EXECUTE format('GRANT SELECT, INSERT, UPDATE ON event_store.taken_over_streams TO %I', role);
    EXECUTE format('CREATE POLICY %I ON event_store.taken_over_streams TO %I USING (service = %L) WITH CHECK (service = %L)',
      role || '_taken_over', role, service, service);
    EXECUTE format('CREATE POLICY %I ON event_store.events TO %I USING (stream IN (%3$L, %4$L)) WITH CHECK (stream IN (%3$L, %4$L))',
      role || '_event_keys', role, 'event-key-' || service, 'taken-over-' || service);
  END LOOP;
END $$;

-- An instance of an older version still stores events without MACs. It does not say that it adds them.
CREATE FUNCTION platform.older_instances_run(of_service text, sign text) RETURNS boolean
STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp LANGUAGE sql AS $$
  SELECT EXISTS (
    SELECT FROM platform.running_services r
    WHERE r.service = of_service AND r.seen_at > now() - interval '1 minute' AND NOT r.dependencies ? sign)
$$;
REVOKE ALL ON FUNCTION platform.older_instances_run FROM PUBLIC;
GRANT EXECUTE ON FUNCTION platform.older_instances_run
  TO probity_ledger, probity_back_office, probity_customer_risk, probity_pipeline;
