-- Which event store the read side belongs to; written once, at the first start. The services have no grant on the
-- table: they ask and record through two functions that look at more than each of them may see.
--
-- A database of an older version has no record. Then its own events say that it belongs to Postgres. Tenants
-- without events say that it belongs to an EventStoreDB, which must have the stream of such a tenant.

CREATE TABLE event_store.origin (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  kind text NOT NULL CHECK (kind IN ('postgres', 'eventstoredb')),
  id text NOT NULL,
  address text,
  recorded_at timestamptz NOT NULL DEFAULT now()
);

CREATE FUNCTION event_store.find_origin(OUT kind text, OUT id text, OUT address text, OUT witness text)
STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp LANGUAGE plpgsql AS $$
BEGIN
  SELECT o.kind, o.id, o.address INTO kind, id, address FROM event_store.origin o;
  IF FOUND THEN RETURN; END IF;
  IF EXISTS (SELECT FROM event_store.events) THEN
    kind := 'postgres';
    id := 'postgres';
    RETURN;
  END IF;
  SELECT 'eventstoredb', 'tenant-' || t.id INTO kind, witness FROM back_office.tenants t LIMIT 1;
END $$;

CREATE FUNCTION event_store.record_origin(kind text, id text, address text) RETURNS void
SECURITY DEFINER SET search_path = pg_catalog, pg_temp LANGUAGE sql AS $$
  INSERT INTO event_store.origin AS o (kind, id, address) VALUES ($1, $2, $3)
  ON CONFLICT (only_row) DO UPDATE SET address = excluded.address
    WHERE o.kind = excluded.kind AND o.id = excluded.id AND o.address IS DISTINCT FROM excluded.address
$$;

REVOKE ALL ON FUNCTION event_store.find_origin, event_store.record_origin FROM PUBLIC;
GRANT EXECUTE ON FUNCTION event_store.find_origin, event_store.record_origin TO probity_ledger, probity_back_office, probity_relay, probity_customer_risk, probity_pipeline;
