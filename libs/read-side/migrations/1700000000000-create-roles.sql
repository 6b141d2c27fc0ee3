-- The roles of the services. Roles belong to the whole Postgres cluster, so another Probity database of the cluster may
-- already have created them. The login that runs the migrations becomes a member of each role.

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
