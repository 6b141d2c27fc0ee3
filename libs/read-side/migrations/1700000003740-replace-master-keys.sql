-- Which keys have sealed the secrets of each service, as the service last counted them. Operators see there when a key
-- that was replaced is no longer needed. Names of keys do not reveal the keys. See docs/adr/0056-master-keys.md.
CREATE TABLE platform.sealed_secrets (
  service text NOT NULL,
  secrets text NOT NULL,
  key text NOT NULL CHECK (key IN ('master', 'personal_data')),
  sealing_key text NOT NULL CHECK (sealing_key ~ '^[0-9a-f]{16}$'),
  is_replacing boolean NOT NULL,
  by_key jsonb NOT NULL,
  counted_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (service, secrets)
);
COMMENT ON COLUMN platform.sealed_secrets.sealing_key IS 'the name of the key with which the service seals';
COMMENT ON COLUMN platform.sealed_secrets.by_key IS
  'numbers of secrets by the name of the key that sealed them; the empty name: sealed by a version that named no key';
GRANT SELECT ON platform.sealed_secrets TO probity_back_office;

-- The services write through this function only: no grant on the table lets one of them write more.
CREATE FUNCTION platform.say_sealed(
  service text, secrets text, key text, sealing_key text, is_replacing boolean, by_key jsonb) RETURNS void
SECURITY DEFINER SET search_path = pg_catalog, pg_temp LANGUAGE sql AS $$
  INSERT INTO platform.sealed_secrets AS s (service, secrets, key, sealing_key, is_replacing, by_key)
  VALUES ($1, $2, $3, $4, $5, $6)
  ON CONFLICT ON CONSTRAINT sealed_secrets_pkey DO UPDATE SET key = excluded.key, sealing_key = excluded.sealing_key,
    is_replacing = excluded.is_replacing, by_key = excluded.by_key, counted_at = now()
$$;
REVOKE ALL ON FUNCTION platform.say_sealed FROM PUBLIC;
GRANT EXECUTE ON FUNCTION platform.say_sealed TO probity_ledger, probity_back_office, probity_customer_risk,
  probity_pipeline, probity_webhook_dispatcher, probity_notary;

GRANT UPDATE (sealed) ON ledger.master_key_check TO probity_ledger;

-- The ledger service may not change a signing key. It may give it another sealed form, with the event that says so.
CREATE FUNCTION ledger.reseal_signing_key(key uuid, of_ledger uuid, new bytea, of_event bigint) RETURNS boolean
SECURITY DEFINER SET search_path = pg_catalog, pg_temp LANGUAGE plpgsql AS $$
BEGIN
  UPDATE ledger.signing_keys AS k SET sealed = new, revision = of_event
  WHERE k.id = key AND k.ledger_id = of_ledger AND k.revision = of_event - 1
    AND get_byte(new, 0) = 2 AND length(new) = 69;
  RETURN FOUND;
END $$;
REVOKE ALL ON FUNCTION ledger.reseal_signing_key FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger.reseal_signing_key TO probity_ledger;

-- A key of personal data can be replaced only by another sealed form, and only as long as it was not destroyed.
CREATE FUNCTION privacy.reseal_data_keys(old bytea[], new bytea[], subjects text[]) RETURNS integer
SECURITY DEFINER SET search_path = pg_catalog, pg_temp LANGUAGE plpgsql AS $$
DECLARE
  replaced integer;
BEGIN
  UPDATE privacy.data_keys AS k SET sealed_key = n.new
  FROM unnest(old, new, subjects) AS n (old, new, subject)
  WHERE k.subject = n.subject::uuid AND k.sealed_key = n.old AND get_byte(n.new, 0) = 2 AND length(n.new) = 69;
  GET DIAGNOSTICS replaced = ROW_COUNT;
  RETURN replaced;
END $$;
REVOKE ALL ON FUNCTION privacy.reseal_data_keys FROM PUBLIC;
GRANT EXECUTE ON FUNCTION privacy.reseal_data_keys TO probity_customer_risk;
