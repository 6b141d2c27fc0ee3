-- Every entry of an audit trail comes from an event. A rebuild makes the rows of a trail what the events say, and a
-- verification compares them.
--
-- The services cannot change or delete entries. `correct_audit` does so for a rebuild: it replaces rows by those that are
-- given, and removes rows that no event explains. A service that is taken over could call it, and the next comparison
-- with the events would show what it did.
--
-- `explained_audit` has the ids of the entries that the comparison in progress has found in the events. What a crash
-- leaves there is deleted when the next one begins, so it needs no log.
DO $$
DECLARE
  trail text;
  service text;
BEGIN
  FOR trail, service IN VALUES
    ('back_office', 'probity_back_office'), ('platform', 'probity_back_office'),
    ('customer_risk', 'probity_customer_risk'), ('ledger', 'probity_ledger'),
    ('pipeline', 'probity_pipeline'), ('webhooks', 'probity_webhook_dispatcher')
  LOOP
    EXECUTE format('CREATE UNLOGGED TABLE %I.explained_audit (id uuid PRIMARY KEY)', trail);
    EXECUTE format('GRANT SELECT, INSERT, DELETE ON %I.explained_audit TO %I', trail, service);
    EXECUTE format($f$
      CREATE FUNCTION %1$I.correct_audit(entries json, unexplained uuid[]) RETURNS void
      SECURITY DEFINER SET search_path = pg_catalog, pg_temp LANGUAGE sql AS $body$
        DELETE FROM %1$I.audit_events WHERE id = ANY(unexplained)
          OR id IN (SELECT (entry->>'id')::uuid FROM json_array_elements(entries) AS entry);
        INSERT INTO %1$I.audit_events SELECT * FROM json_populate_recordset(NULL::%1$I.audit_events, entries)
          ON CONFLICT (id) DO NOTHING;
      $body$ $f$, trail);
    EXECUTE format('REVOKE ALL ON FUNCTION %I.correct_audit FROM PUBLIC', trail);
    EXECUTE format('GRANT EXECUTE ON FUNCTION %I.correct_audit TO %I', trail, service);
  END LOOP;
END $$;

REVOKE DELETE ON back_office.audit_events FROM probity_back_office;
