-- A closed alert stays as it was decided. Staff reopen it with another alert, which names it: the alert that it reopens,
-- and in `reopened` why.
ALTER TABLE customer_risk.alerts
  ADD COLUMN reopens uuid,
  ADD COLUMN reopened json;
CREATE UNIQUE INDEX alerts_that_reopen ON customer_risk.alerts (reopens) WHERE reopens IS NOT NULL;

DO $$
DECLARE
  erase text := pg_get_functiondef('privacy.erase_customer'::regproc);
BEGIN
  EXECUTE replace(erase, $old$trigger_ref = '[erased]', tags = '{}',$old$,
    $new$trigger_ref = '[erased]', reopened = CASE WHEN a.reopened IS NOT NULL
      THEN (a.reopened::jsonb || '{"reason": "[erased]"}')::json END, tags = '{}',$new$);
END $$;
