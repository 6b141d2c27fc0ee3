-- Files of cases. The content is in events, in parts, sealed with a key of each file: so a file can be removed, and erasure
-- reaches it. These tables have only what is known about it. See docs/adr/0035-files-of-cases.md.

ALTER TABLE privacy.data_keys DROP CONSTRAINT data_keys_kind_check,
  ADD CONSTRAINT data_keys_kind_check CHECK (kind IN ('customer', 'provider_signal', 'backtest', 'case_file'));
ALTER POLICY customers_get_keys ON privacy.data_keys WITH CHECK (kind IN ('customer', 'case_file'));
ALTER POLICY probity_customer_risk_streams ON event_store.events
  USING (stream LIKE 'customer-%' OR stream LIKE 'alert-%' OR stream LIKE 'case-%' OR stream LIKE 'file-%')
  WITH CHECK (stream LIKE 'customer-%' OR stream LIKE 'alert-%' OR stream LIKE 'case-%' OR stream LIKE 'file-%');

-- Contents, also those of uploads that were not finished. Projected from the events of their streams.
CREATE TABLE customer_risk.case_file_contents (
  id uuid PRIMARY KEY,
  tenant_id uuid NOT NULL,
  case_id uuid NOT NULL,
  customer_id uuid NOT NULL,
  bytes int NOT NULL,
  sha256 text NOT NULL,
  stored_parts int NOT NULL,
  begun_at timestamptz NOT NULL,
  revision bigint NOT NULL,
  kept_at timestamptz,
  forgotten_at timestamptz
);
COMMENT ON COLUMN customer_risk.case_file_contents.kept_at IS
  'null while the content is uploaded; then the upload may be given up';
COMMENT ON COLUMN customer_risk.case_file_contents.forgotten_at IS
  'when the upload was given up: no case got it in time, and its key is destroyed';
CREATE INDEX case_file_contents_of_customer ON customer_risk.case_file_contents (customer_id);
CREATE INDEX case_file_contents_of_tenant ON customer_risk.case_file_contents (tenant_id);

-- Projected from CaseFileAttached and CaseFileRemoved.
CREATE TABLE customer_risk.case_files (
  id uuid PRIMARY KEY,
  tenant_id uuid NOT NULL,
  case_id uuid NOT NULL,
  customer_id uuid NOT NULL,
  name text NOT NULL,
  media_type text NOT NULL,
  bytes int NOT NULL,
  sha256 text NOT NULL,
  scan text NOT NULL,
  attached_by text NOT NULL,
  attached_at timestamptz NOT NULL,
  removed_at timestamptz,
  removed_by text,
  removal_reason text
);
CREATE INDEX case_files_of_case ON customer_risk.case_files (case_id, attached_at, id);
CREATE INDEX case_files_of_customer ON customer_risk.case_files (customer_id, attached_at, id);

GRANT SELECT, INSERT, UPDATE, DELETE ON customer_risk.case_file_contents, customer_risk.case_files
  TO probity_customer_risk;
GRANT SELECT ON customer_risk.case_files TO probity_back_office;
-- What the limit of the size of all files sums. The gateway reads no names.
GRANT SELECT (id, tenant_id, bytes, forgotten_at) ON customer_risk.case_file_contents
  TO probity_back_office, probity_gateway;
GRANT SELECT (id, removed_at) ON customer_risk.case_files TO probity_gateway;
GRANT SELECT ON back_office.tenant_limits TO probity_customer_risk;

-- Destroys the key of the content of a file that was removed, of an upload that was given up, or of a customer that was
-- erased while it was uploaded. Repeating it changes nothing more.
CREATE FUNCTION privacy.destroy_file_key(file uuid) RETURNS void
SECURITY DEFINER SET search_path = pg_catalog, pg_temp LANGUAGE plpgsql AS $$
DECLARE
  tenant uuid;
BEGIN
  SELECT f.tenant_id INTO tenant FROM customer_risk.case_files f WHERE f.id = file AND f.removed_at IS NOT NULL;
  IF NOT FOUND THEN
    SELECT c.tenant_id INTO tenant FROM customer_risk.case_file_contents c
    WHERE c.id = file AND (c.forgotten_at IS NOT NULL OR EXISTS (
      SELECT FROM customer_risk.customers p WHERE p.id = c.customer_id AND p.erased_at IS NOT NULL));
  END IF;
  IF tenant IS NULL THEN RAISE EXCEPTION 'file % was not removed', file; END IF;
  INSERT INTO privacy.data_keys AS k (subject, kind, tenant_id, sealed_key, destroyed_at)
  VALUES (file, 'case_file', tenant, NULL, now())
  ON CONFLICT (subject) DO UPDATE SET sealed_key = NULL, destroyed_at = now()
  WHERE k.destroyed_at IS NULL AND k.kind = 'case_file';
  PERFORM privacy.remember_overwritten('privacy.data_keys');
END $$;
REVOKE ALL ON FUNCTION privacy.destroy_file_key FROM PUBLIC;
GRANT EXECUTE ON FUNCTION privacy.destroy_file_key TO probity_customer_risk;

-- The erasure of a customer destroys the keys of its files.
DO $$
DECLARE
  erase text := pg_get_functiondef('privacy.erase_customer'::regproc);
BEGIN
  erase := replace(erase, 'UNION SELECT b.id FROM pipeline.backtests b WHERE b.tenant_id = tenant',
    'UNION SELECT f.id FROM customer_risk.case_file_contents f WHERE f.customer_id = customer
    UNION SELECT b.id FROM pipeline.backtests b WHERE b.tenant_id = tenant');
  erase := replace(erase, $old$CASE WHEN id = customer THEN 'customer'$old$, $new$CASE WHEN id = customer THEN 'customer'
      WHEN EXISTS (SELECT FROM customer_risk.case_file_contents f WHERE f.id = s.id) THEN 'case_file'$new$);
  erase := replace(erase, 'UPDATE customer_risk.risk_history h',
    $new$UPDATE customer_risk.case_files f SET name = '[erased]',
    removal_reason = CASE WHEN f.removal_reason IS NOT NULL THEN '[erased]' END
  WHERE f.customer_id = customer;
  UPDATE customer_risk.risk_history h$new$);
  erase := replace(erase, $old$OR f.stream = ANY(SELECT 'provider-signal-' || id$old$,
    $new$OR f.stream = ANY(SELECT 'file-' || id FROM unnest(subjects) AS id)
    OR f.stream = ANY(SELECT 'provider-signal-' || id$new$);
  erase := replace(erase, $old$'customer_risk.cases',$old$, $new$'customer_risk.cases', 'customer_risk.case_files',$new$);
  EXECUTE erase;
END $$;
