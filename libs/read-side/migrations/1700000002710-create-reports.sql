-- Reports of suspicious activity from cases. Projected from the streams report-...
CREATE TABLE customer_risk.reports (
  id uuid PRIMARY KEY,
  tenant_id uuid NOT NULL,
  customer_id uuid NOT NULL,
  case_id uuid NOT NULL,
  replaces uuid,
  kind text NOT NULL,
  narrative text NOT NULL,
  measures text NOT NULL,
  indicators text[] NOT NULL,
  event_ids uuid[] NOT NULL,
  alert_ids uuid[] NOT NULL,
  -- What the report says about the customer and the transactions, as it was approved.
  facts json,
  status text NOT NULL,
  version integer NOT NULL,
  drafted_by text NOT NULL,
  approved_by text,
  proposed_by text,
  approved_at timestamptz,
  reference text,
  filed_on date,
  entries jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  revision bigint NOT NULL
) WITH (fillfactor = 70);
CREATE INDEX reports_of_tenant ON customer_risk.reports (tenant_id, created_at DESC, id DESC);
CREATE INDEX reports_of_case ON customer_risk.reports (case_id, created_at DESC, id DESC);
CREATE INDEX reports_of_customer ON customer_risk.reports (customer_id, created_at DESC, id DESC);

GRANT SELECT, INSERT, UPDATE, DELETE ON customer_risk.reports TO probity_customer_risk;
GRANT SELECT ON customer_risk.reports TO probity_back_office;

CREATE POLICY probity_customer_risk_reports ON event_store.events TO probity_customer_risk
  USING (stream LIKE 'report-%') WITH CHECK (stream LIKE 'report-%');

DO $$
DECLARE
  erase text := pg_get_functiondef('privacy.erase_customer'::regproc);
  erased text := $new$UPDATE customer_risk.reports r SET narrative = '[erased]', measures = '[erased]',
    facts = CASE WHEN r.facts IS NOT NULL THEN '{}'::json END,
    reference = CASE WHEN r.reference IS NOT NULL THEN '[erased]' END,
    entries = privacy.without_texts(r.entries, 'text')
  WHERE r.customer_id = customer;
  DELETE FROM customer_risk.claims c$new$;
BEGIN
  erase := replace(erase, 'DELETE FROM customer_risk.claims c', erased);
  erase := replace(erase, $old$'customer_risk.claims',$old$, $new$'customer_risk.claims', 'customer_risk.reports',$new$);
  erase := replace(erase,
    'UNION ALL SELECT c.id::text FROM customer_risk.cases c WHERE c.customer_id = customer',
    'UNION ALL SELECT c.id::text FROM customer_risk.cases c WHERE c.customer_id = customer ' ||
    'UNION ALL SELECT r.id::text FROM customer_risk.reports r WHERE r.customer_id = customer');
  erase := replace(erase, $old$ARRAY['customer-', 'alert-', 'case-']$old$, $new$ARRAY['customer-', 'alert-', 'case-', 'report-']$new$);
  EXECUTE erase;
END $$;
