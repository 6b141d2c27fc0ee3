-- Counterparties of a customer that are not the list entry which they match. Projected from AllowListEntryAdded and
-- AllowListEntryEnded.
CREATE TABLE customer_risk.allow_list_entries (
  id uuid PRIMARY KEY,
  tenant_id uuid NOT NULL,
  customer_id uuid NOT NULL,
  alert_id uuid NOT NULL,
  counterparty text NOT NULL,
  matched_name text NOT NULL,
  list text NOT NULL,
  entry_id text NOT NULL,
  alert_type text NOT NULL,
  fingerprint text NOT NULL,
  until timestamptz NOT NULL,
  reason text NOT NULL,
  added_by text NOT NULL,
  added_by_id text,
  added_at timestamptz NOT NULL,
  ended_at timestamptz,
  ended_by text,
  ended_by_id text,
  end_reason text
);
CREATE INDEX allow_list_of_customer ON customer_risk.allow_list_entries (customer_id, list, entry_id);
CREATE INDEX allow_list_of_tenant ON customer_risk.allow_list_entries (tenant_id, added_at DESC, id DESC);
CREATE INDEX allow_list_not_ended ON customer_risk.allow_list_entries (tenant_id, until, id) WHERE ended_at IS NULL;

GRANT SELECT, INSERT, UPDATE, DELETE ON customer_risk.allow_list_entries TO probity_customer_risk;
GRANT SELECT ON customer_risk.allow_list_entries TO probity_pipeline, probity_back_office;

DO $$
DECLARE
  erase text := pg_get_functiondef('privacy.erase_customer'::regproc);
BEGIN
  erase := replace(erase, 'DELETE FROM customer_risk.claims c',
    'DELETE FROM customer_risk.allow_list_entries e WHERE e.customer_id = customer; DELETE FROM customer_risk.claims c');
  erase := replace(erase, $old$'customer_risk.claims',$old$, $new$'customer_risk.claims', 'customer_risk.allow_list_entries',$new$);
  EXECUTE erase;
END $$;
