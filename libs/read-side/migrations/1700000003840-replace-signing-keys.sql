-- A ledger may have several signing keys, one after the other. See docs/adr/0066-keys-that-sign-are-replaced.md.
ALTER TABLE ledger.signing_keys ADD COLUMN position integer NOT NULL DEFAULT 1 CHECK (position > 0);
COMMENT ON COLUMN ledger.signing_keys.position IS 'the keys of a ledger count from 1, in the order in which they sign';
ALTER TABLE ledger.signing_keys DROP CONSTRAINT signing_keys_ledger_id_key;
ALTER TABLE ledger.signing_keys ADD CONSTRAINT signing_keys_of_ledger UNIQUE (ledger_id, position);
GRANT SELECT (id, ledger_id, position, created_at) ON ledger.signing_keys TO probity_back_office;

-- Between two events about a key, there may be events about the other keys of its ledger.
CREATE OR REPLACE FUNCTION ledger.reseal_signing_key(key uuid, of_ledger uuid, new bytea, of_event bigint)
RETURNS boolean SECURITY DEFINER SET search_path = pg_catalog, pg_temp LANGUAGE plpgsql AS $$
BEGIN
  UPDATE ledger.signing_keys AS k SET sealed = new, revision = of_event
  WHERE k.id = key AND k.ledger_id = of_ledger AND k.revision < of_event
    AND get_byte(new, 0) = 2 AND length(new) = 69;
  RETURN FOUND;
END $$;
