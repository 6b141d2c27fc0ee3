-- What changed in the last minute: one row for each statement that adds entries to an audit trail, tenant and subject.
-- The desk hears of changes from it. It is no record: nothing is lost when it is empty, so it needs no log.
CREATE UNLOGGED TABLE platform.changes (
  transaction_id xid8 NOT NULL DEFAULT pg_current_xact_id(),
  -- null for what concerns all tenants
  tenant_id uuid,
  subject_type text NOT NULL
);
CREATE INDEX changes_in_order ON platform.changes (transaction_id);
GRANT SELECT, DELETE ON platform.changes TO probity_back_office;

-- The services write through this trigger only.
CREATE FUNCTION platform.note_changes() RETURNS trigger
SECURITY DEFINER SET search_path = pg_catalog, pg_temp LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO platform.changes (tenant_id, subject_type) SELECT DISTINCT tenant_id, subject_type FROM added;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION platform.note_changes FROM PUBLIC;

CREATE TRIGGER changes_are_noted AFTER INSERT ON customer_risk.audit_events
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION platform.note_changes();
CREATE TRIGGER changes_are_noted AFTER INSERT ON back_office.audit_events
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION platform.note_changes();
CREATE TRIGGER changes_are_noted AFTER INSERT ON pipeline.audit_events
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION platform.note_changes();
CREATE TRIGGER changes_are_noted AFTER INSERT ON webhooks.audit_events
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION platform.note_changes();
CREATE TRIGGER changes_are_noted AFTER INSERT ON ledger.audit_events
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION platform.note_changes();
CREATE TRIGGER changes_are_noted AFTER INSERT ON platform.audit_events
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION platform.note_changes();
