-- Postgres keeps the bytes of overwritten and deleted rows: in the holes of pages, in index pages, in its statistics and
-- in the write-ahead log. A plain VACUUM does not remove them. These functions do, for the tables that erasure and the
-- sealing of older events have changed.

-- Writes a table and its indexes anew, without what was overwritten. Other statements on the table wait meanwhile. Returns
-- `rewritten`; `waiting` when an open transaction, a replication slot or a prepared transaction may still read the old
-- rows, which would be copied; `not_overwritten` when there is nothing to do.
CREATE FUNCTION privacy.rewrite_table(table_name text) RETURNS text
SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET lock_timeout = '3s' LANGUAGE plpgsql AS $$
DECLARE
  last xid8;
  primary_key text;
BEGIN
  SELECT o.overwritten_by INTO last FROM privacy.overwritten_tables o WHERE o.name = table_name;
  IF NOT FOUND THEN RETURN 'not_overwritten'; END IF;
  IF EXISTS (
      SELECT FROM pg_stat_activity a
      WHERE a.pid <> pg_backend_pid() AND a.backend_xmin IS NOT NULL AND age(a.backend_xmin) >= age(last::xid)
    ) OR EXISTS (SELECT FROM pg_replication_slots s WHERE s.xmin IS NOT NULL AND age(s.xmin) >= age(last::xid))
    OR EXISTS (SELECT FROM pg_prepared_xacts p WHERE age(p.transaction) >= age(last::xid))
  THEN RETURN 'waiting'; END IF;
  SELECT c.relname INTO STRICT primary_key FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
  WHERE i.indrelid = table_name::regclass AND i.indisprimary;
  EXECUTE format('CLUSTER %s USING %I', table_name::regclass, primary_key);
  EXECUTE format('ANALYZE %s', table_name::regclass);
  DELETE FROM privacy.overwritten_tables o WHERE o.name = table_name AND o.overwritten_by = last;
  RETURN 'rewritten';
END $$;

-- Removes old values from the statistics of the planner, and the write-ahead log up to now. Run it after the tables were
-- rewritten. Returns `removed`; `denied` when the owner of the database may not do so; `kept` when Postgres keeps the log,
-- for example for a replica, or because it recycles its files (`wal_recycle`).
CREATE FUNCTION privacy.remove_old_log() RETURNS text
SECURITY DEFINER SET search_path = pg_catalog, pg_temp LANGUAGE plpgsql AS $$
DECLARE
  start pg_lsn := pg_current_wal_insert_lsn();
BEGIN
  EXECUTE 'CLUSTER pg_catalog.pg_statistic USING pg_statistic_relid_att_inh_index';
  -- A checkpoint removes the files before the one in which it begins. Files that an earlier setting recycled follow the
  -- present one, and are used up.
  FOR n IN 1 .. 64 LOOP
    PERFORM pg_logical_emit_message(true, 'probity', 'the end of a file of the log');
    PERFORM pg_switch_wal();
    EXECUTE 'CHECKPOINT';
    IF (SELECT count(*) FROM pg_ls_waldir()) <= 2 THEN EXIT; END IF;
  END LOOP;
  IF EXISTS (
    SELECT FROM pg_ls_waldir() w WHERE w.name ~ '^[0-9A-F]{24}$' AND substr(w.name, 9) <= substr(pg_walfile_name(start), 9))
    OR current_setting('wal_recycle')::boolean
  THEN RETURN 'kept'; END IF;
  RETURN 'removed';
EXCEPTION WHEN insufficient_privilege THEN RETURN 'denied';
END $$;

-- Events with personal data in clear: what erasure cannot reach. One number for each kind of stream.
CREATE FUNCTION privacy.events_not_sealed(OUT kind text, OUT events bigint) RETURNS SETOF record
STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp LANGUAGE sql AS $$
  SELECT substring(stream FROM '^(.*)-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$'), count(*) FROM event_store.events
  WHERE type IN (
      'CustomerCreated', 'CustomerProfileChanged', 'KycStatusChanged', 'ProviderSignalRecorded', 'RiskAssessed',
      'AlertRaised', 'AlertResolved', 'AlertDismissed', 'AlertEscalated',
      'CaseOpened', 'AlertsAddedToCase', 'CaseNoteAdded', 'CaseClosed', 'BacktestEnded', 'ProviderSignalReceived')
    AND NOT (right(data, 2) = '"}' AND data LIKE '%,"sealed_personal_data":"%')
  GROUP BY 1 ORDER BY 1
$$;

REVOKE ALL ON FUNCTION privacy.rewrite_table, privacy.remove_old_log, privacy.events_not_sealed FROM PUBLIC;
GRANT USAGE ON SCHEMA privacy TO probity_back_office;
GRANT SELECT ON privacy.overwritten_tables, privacy.sealing_began TO probity_back_office;
GRANT EXECUTE ON FUNCTION privacy.rewrite_table, privacy.remove_old_log, privacy.events_not_sealed TO probity_back_office;
