-- Erasure of customers. The roles of the services cannot change or delete what erasure overwrites (audit entries, risk
-- history, processed events); `privacy.erase_customer` alone does, and only for a customer whose stream says that it was
-- erased.

ALTER TABLE customer_risk.customers
  ADD COLUMN restricted_at timestamptz,
  ADD COLUMN relationship_ended_on date,
  ADD COLUMN erased_at timestamptz;
COMMENT ON COLUMN customer_risk.customers.restricted_at IS
  'when its erasure was requested: since then its profile is not shown';
CREATE INDEX customers_restricted ON customer_risk.customers (tenant_id, relationship_ended_on, id)
  WHERE restricted_at IS NOT NULL;

-- `overwritten_by` says which transactions may still read the old rows.
ALTER TABLE privacy.overwritten_tables ADD COLUMN overwritten_by xid8 NOT NULL DEFAULT pg_current_xact_id();

CREATE FUNCTION privacy.remember_overwritten(VARIADIC names text[]) RETURNS void
LANGUAGE sql SET search_path = pg_catalog, pg_temp AS $$
  INSERT INTO privacy.overwritten_tables (name, since) SELECT name, now() FROM unnest(names) AS name ORDER BY name
  ON CONFLICT (name) DO UPDATE SET overwritten_by = excluded.overwritten_by
$$;

-- The texts of a list of objects, each replaced by the placeholder.
CREATE FUNCTION privacy.without_texts(list jsonb, field text) RETURNS jsonb
IMMUTABLE LANGUAGE sql SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce(jsonb_agg(item || jsonb_build_object(field, '[erased]') ORDER BY n), '[]')
  FROM jsonb_array_elements(list) WITH ORDINALITY l (item, n)
$$;

-- Destroys the keys of everything about a customer that was erased, and overwrites its rows. Repeating it changes nothing
-- more. The columns are those of the register of personal data.
CREATE FUNCTION privacy.erase_customer(customer uuid) RETURNS void
SECURITY DEFINER SET search_path = pg_catalog, pg_temp LANGUAGE plpgsql AS $$
DECLARE
  tenant uuid;
  subjects uuid[];
  subject_ids text[];
  references_of text[];
BEGIN
  SELECT c.tenant_id INTO tenant FROM customer_risk.customers c
  WHERE c.id = customer AND c.erased_at IS NOT NULL FOR UPDATE;
  IF NOT FOUND THEN RAISE EXCEPTION 'customer % was not erased by an event', customer; END IF;

  -- The key of a backtest seals examples of several customers. Without its row, the examples are no longer known.
  SELECT array_agg(s.id) INTO subjects FROM (
    SELECT customer AS id
    UNION SELECT p.id FROM pipeline.provider_signals p WHERE p.customer_id = customer
    UNION SELECT b.id FROM pipeline.backtests b WHERE b.tenant_id = tenant AND strpos(b.examples::text, customer::text) > 0
    UNION SELECT k.subject FROM privacy.data_keys k
      WHERE k.kind = 'backtest' AND k.tenant_id = tenant
        AND NOT EXISTS (SELECT FROM pipeline.backtests b WHERE b.id = k.subject)) s;
  INSERT INTO privacy.data_keys AS k (subject, kind, tenant_id, sealed_key, destroyed_at)
  SELECT id, CASE WHEN id = customer THEN 'customer'
      WHEN EXISTS (SELECT FROM pipeline.provider_signals p WHERE p.id = s.id) THEN 'provider_signal' ELSE 'backtest' END,
    tenant, NULL, now()
  FROM unnest(subjects) AS s (id) ORDER BY id
  ON CONFLICT (subject) DO UPDATE SET sealed_key = NULL, destroyed_at = now() WHERE k.destroyed_at IS NULL;

  subject_ids := ARRAY(
    SELECT customer::text
    UNION ALL SELECT a.id::text FROM customer_risk.alerts a WHERE a.customer_id = customer
    UNION ALL SELECT c.id::text FROM customer_risk.cases c WHERE c.customer_id = customer);
  references_of := ARRAY(
    SELECT format('account_ref:%s:%s', tenant, r.account_ref)
      FROM customer_risk.customer_account_refs r WHERE r.customer_id = customer
    UNION SELECT format('account_ref:%s:%s', tenant, p.account_ref)
      FROM pipeline.processed_events p WHERE p.customer_id = customer AND p.account_ref IS NOT NULL
    UNION SELECT format('external_id:%s:%s', tenant, c.external_id)
      FROM customer_risk.customers c WHERE c.id = customer AND c.external_id IS NOT NULL
    UNION SELECT format('email:%s:%s', tenant, email) FROM customer_risk.customers c,
      LATERAL (VALUES (c.email_key), (lower(c.profile->>'email')), (c.profile->>'email')) AS e (email) WHERE c.id = customer
    UNION SELECT format('customer_id:%s:%s', tenant, customer));

  UPDATE webhooks.events e SET body = '{}'
  FROM customer_risk.audit_events a WHERE a.id = e.event_id AND a.tenant_id = tenant AND a.subject_id = ANY(subject_ids);
  UPDATE webhooks.deliveries d SET status = 'canceled', due_at = NULL, lease_until = NULL, claim = NULL
  FROM customer_risk.audit_events a
  WHERE a.id = d.event_id AND a.tenant_id = tenant AND a.subject_id = ANY(subject_ids) AND d.due_at IS NOT NULL;

  DELETE FROM pipeline.inbox i WHERE i.customer_id = customer OR i.subject = ANY(references_of);
  UPDATE pipeline.processed_events p SET payload = '{}', stages = '[]', transaction_id = NULL, counterparty = NULL,
    counterparty_country = NULL, account_ref = NULL
  WHERE p.customer_id = customer;
  DELETE FROM pipeline.subjects s WHERE s.subject = ANY(references_of) OR s.subject = format('customer:%s', customer);
  DELETE FROM pipeline.provider_payloads p USING pipeline.provider_signals s
  WHERE s.customer_id = customer AND p.tenant_id = s.tenant_id AND p.sha256 = s.payload_sha256;
  UPDATE pipeline.provider_signals s SET provider_event_id = '[erased]', customer_ref = NULL, account_ref = NULL,
    kyc = NULL, alert = NULL, metadata = '{}', last_error = NULL, lane = '[erased]', due_at = NULL
  WHERE s.customer_id = customer;
  UPDATE pipeline.backtests b SET examples = '[]' WHERE b.id = ANY(subjects);

  UPDATE customer_risk.alerts a SET title = '[erased]', trigger_ref = '[erased]', metadata = '{}', evidence = '{}',
    match = CASE WHEN a.match IS NOT NULL
      THEN (a.match::jsonb || '{"subject_name": "[erased]", "matched_name": "[erased]"}')::json END,
    decisions = privacy.without_texts(a.decisions, 'reason')
  WHERE a.customer_id = customer;
  UPDATE customer_risk.cases c SET title = '[erased]', reason = '[erased]',
    entries = privacy.without_texts(c.entries, 'text')
  WHERE c.customer_id = customer;
  UPDATE customer_risk.risk_history h SET reason = '[erased]' WHERE h.customer_id = customer;
  UPDATE customer_risk.provider_signals s SET metadata = '{}',
    kyc_reason = CASE WHEN s.kyc_reason IS NOT NULL THEN '[erased]' END
  WHERE s.customer_id = customer;
  UPDATE customer_risk.audit_events a SET reason = CASE WHEN a.reason IS NOT NULL THEN '[erased]' END,
    data = a.data - 'title' - 'trigger_ref'
  WHERE a.tenant_id = tenant AND a.subject_id = ANY(subject_ids);
  DELETE FROM customer_risk.customer_account_refs r WHERE r.customer_id = customer;
  DELETE FROM customer_risk.claims c WHERE c.tenant_id = tenant AND c.owner = customer;
  UPDATE customer_risk.customers c SET email_key = format('[erased]:%s', customer), external_id = NULL,
    assessment = jsonb_set(c.assessment::jsonb, '{reasons}',
      privacy.without_texts(c.assessment::jsonb -> 'reasons', 'reason'))::json,
    profile = json_strip_nulls(json_build_object(
      'email', '[erased]', 'customer_type', c.profile->>'customer_type', 'pep_status', c.profile->>'pep_status',
      'kyc_provider', c.profile->>'kyc_provider', 'customer_since', c.profile->>'customer_since',
      'onboarding_channel', c.profile->>'onboarding_channel', 'business_type', c.profile->>'business_type',
      'industry_type', c.profile->>'industry_type', 'account_refs', '[]'::json, 'tags', '[]'::json,
      'beneficial_owners', '[]'::json, 'related_parties', '[]'::json, 'identity_documents', '[]'::json))
  WHERE c.id = customer;

  DELETE FROM event_store.dead_facts f
  WHERE f.stream = ANY(SELECT prefix || id FROM unnest(subject_ids) AS id, unnest(ARRAY['customer-', 'alert-', 'case-']) AS prefix)
    OR f.stream = ANY(SELECT 'provider-signal-' || id FROM unnest(subjects) AS id);

  PERFORM privacy.remember_overwritten(
    'privacy.data_keys', 'webhooks.events', 'webhooks.deliveries', 'pipeline.inbox', 'pipeline.processed_events',
    'pipeline.subjects', 'pipeline.provider_payloads', 'pipeline.provider_signals', 'pipeline.backtests',
    'customer_risk.alerts', 'customer_risk.cases', 'customer_risk.risk_history', 'customer_risk.provider_signals',
    'customer_risk.audit_events', 'customer_risk.customer_account_refs', 'customer_risk.claims',
    'customer_risk.customers', 'event_store.dead_facts',
    -- Their rows are deleted after a while; the files keep the bytes of what was deleted.
    'customer_risk.idempotency_records', 'pipeline.idempotency_records', 'pipeline.provider_responses');
END $$;

REVOKE ALL ON FUNCTION privacy.erase_customer, privacy.remember_overwritten, privacy.without_texts FROM PUBLIC;
GRANT EXECUTE ON FUNCTION privacy.erase_customer TO probity_customer_risk;
