-- Where those who follow the whole store stand. The relay reads every stream and writes none.

-- For databases that were made before a role was added.
DO $$
DECLARE
  role text;
BEGIN
  FOREACH role IN ARRAY ARRAY[
    'probity_ledger', 'probity_gateway', 'probity_back_office', 'probity_relay',
    'probity_customer_risk', 'probity_pipeline', 'probity_webhook_dispatcher'
  ] LOOP
    BEGIN
      EXECUTE format('CREATE ROLE %I NOLOGIN', role);
    EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
    END;
    EXECUTE format('GRANT %I TO CURRENT_USER', role);
  END LOOP;
END $$;

CREATE TABLE event_store.checkpoints (
  follower text COLLATE "C" PRIMARY KEY,
  checkpoint text NOT NULL,
  saved_at timestamptz NOT NULL DEFAULT now()
);
ALTER TABLE event_store.checkpoints ENABLE ROW LEVEL SECURITY;

GRANT SELECT ON event_store.events TO probity_relay;
CREATE POLICY probity_relay_streams ON event_store.events FOR SELECT TO probity_relay USING (true);

GRANT USAGE ON SCHEMA event_store TO probity_relay;
GRANT SELECT, INSERT, UPDATE ON event_store.checkpoints TO probity_relay;
CREATE POLICY probity_relay_checkpoints ON event_store.checkpoints TO probity_relay
  USING (starts_with(follower, 'relay-')) WITH CHECK (starts_with(follower, 'relay-'));

GRANT USAGE ON SCHEMA event_store TO probity_ledger;
GRANT SELECT, INSERT, UPDATE ON event_store.checkpoints TO probity_ledger;
CREATE POLICY probity_ledger_checkpoints ON event_store.checkpoints TO probity_ledger
  USING (starts_with(follower, 'projection-ledger')) WITH CHECK (starts_with(follower, 'projection-ledger'));

GRANT USAGE ON SCHEMA event_store TO probity_back_office;
GRANT SELECT, INSERT, UPDATE ON event_store.checkpoints TO probity_back_office;
CREATE POLICY probity_back_office_checkpoints ON event_store.checkpoints TO probity_back_office
  USING (starts_with(follower, 'projection-back-office')) WITH CHECK (starts_with(follower, 'projection-back-office'));
