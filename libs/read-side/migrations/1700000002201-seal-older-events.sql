-- Events that older versions stored are sealed later, by the services that write them. Until then they are in an index of
-- their own: it is the list of what is left to do, and it says what erasure cannot reach.

CREATE INDEX events_not_sealed ON event_store.events (stream, revision)
  WHERE type IN (
    'CustomerCreated', 'CustomerProfileChanged', 'KycStatusChanged', 'ProviderSignalRecorded', 'RiskAssessed',
    'AlertRaised', 'AlertResolved', 'AlertDismissed', 'AlertEscalated',
    'CaseOpened', 'AlertsAddedToCase', 'CaseNoteAdded', 'CaseClosed', 'BacktestEnded', 'ProviderSignalReceived')
  AND NOT (right(data, 2) = '"}' AND data LIKE '%,"sealed_personal_data":"%');

-- Tables whose files may still have bytes of rows that were overwritten. `probity privacy run` writes them anew.
CREATE TABLE privacy.overwritten_tables (
  name text PRIMARY KEY,
  since timestamptz NOT NULL
);
GRANT SELECT ON privacy.overwritten_tables TO probity_customer_risk;

-- When sealing began, and whether there were customers before. Events in EventStoreDB cannot be changed, so those from
-- before stay as they are.
CREATE TABLE privacy.sealing_began (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  at timestamptz NOT NULL DEFAULT now(),
  had_customers boolean NOT NULL
);
INSERT INTO privacy.sealing_began (had_customers) SELECT EXISTS (SELECT FROM customer_risk.customers);
GRANT SELECT ON privacy.sealing_began TO probity_customer_risk;

-- Whether `after` has only values of `before` at the same places, or placeholders. So what is sealed can hide content, but
-- not change it.
CREATE FUNCTION privacy.is_redaction(before jsonb, after jsonb) RETURNS boolean
IMMUTABLE LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF before = after OR after IN ('"[erased]"', '[]', '{}', 'null') THEN RETURN true; END IF;
  IF jsonb_typeof(before) <> jsonb_typeof(after) THEN RETURN false; END IF;
  IF jsonb_typeof(after) = 'object' THEN
    RETURN NOT EXISTS (
      SELECT FROM jsonb_each(after) a
      WHERE NOT before ? a.key OR NOT privacy.is_redaction(before -> a.key, a.value));
  END IF;
  IF jsonb_typeof(after) = 'array' AND jsonb_array_length(after) = jsonb_array_length(before) THEN
    RETURN NOT EXISTS (
      SELECT FROM jsonb_array_elements(after) WITH ORDINALITY a (value, n)
      WHERE NOT privacy.is_redaction(before -> (n::int - 1), a.value));
  END IF;
  RETURN false;
END $$;

-- The services have no right to change events, and the trigger stops everybody else. This function alone passes both.
CREATE OR REPLACE FUNCTION event_store.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND current_setting('probity.sealing_events', true) = 'on' THEN RETURN NULL; END IF;
  RAISE EXCEPTION 'events are append-only: % on %.% is refused', TG_OP, TG_TABLE_SCHEMA, TG_TABLE_NAME;
END $$;

-- Replaces the data of events that are not sealed by their sealed form. Returns how many it replaced: an event that was
-- sealed meanwhile stays as it is.
CREATE FUNCTION privacy.seal_events(streams text[], revisions bigint[], sealed text[]) RETURNS bigint
SECURITY DEFINER SET search_path = pg_catalog, pg_temp LANGUAGE plpgsql AS $$
DECLARE
  replaced bigint;
  wrong text;
BEGIN
  SELECT e.stream INTO wrong
  FROM unnest(streams, revisions, sealed) AS n (stream, revision, data)
  JOIN event_store.events e ON e.stream = n.stream AND e.revision = n.revision
  WHERE NOT (right(n.data, 2) = '"}' AND n.data LIKE '%,"sealed_personal_data":"%')
    OR NOT privacy.is_redaction(e.data::jsonb, n.data::jsonb - 'sealed_personal_data')
  LIMIT 1;
  IF FOUND THEN RAISE EXCEPTION 'the sealed form of an event of % is not a redaction of it', wrong; END IF;
  PERFORM set_config('probity.sealing_events', 'on', true);
  UPDATE event_store.events e SET data = n.data
  FROM unnest(streams, revisions, sealed) AS n (stream, revision, data)
  WHERE e.stream = n.stream AND e.revision = n.revision
    AND e.type IN (
      'CustomerCreated', 'CustomerProfileChanged', 'KycStatusChanged', 'ProviderSignalRecorded', 'RiskAssessed',
      'AlertRaised', 'AlertResolved', 'AlertDismissed', 'AlertEscalated',
      'CaseOpened', 'AlertsAddedToCase', 'CaseNoteAdded', 'CaseClosed', 'BacktestEnded', 'ProviderSignalReceived')
    AND NOT (right(e.data, 2) = '"}' AND e.data LIKE '%,"sealed_personal_data":"%');
  GET DIAGNOSTICS replaced = ROW_COUNT;
  PERFORM set_config('probity.sealing_events', 'off', true);
  IF replaced > 0 THEN
    INSERT INTO privacy.overwritten_tables (name, since) VALUES ('event_store.events', now()) ON CONFLICT DO NOTHING;
  END IF;
  RETURN replaced;
END $$;

REVOKE ALL ON FUNCTION privacy.seal_events, privacy.is_redaction FROM PUBLIC;
GRANT EXECUTE ON FUNCTION privacy.seal_events TO probity_customer_risk, probity_pipeline;
