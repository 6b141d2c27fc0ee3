-- What staff find customers by: the words of their names, in small letters without accents, and the email, the external
-- id and the account references. Derived from the profile.
CREATE TABLE customer_risk.search_terms (
  tenant_id uuid NOT NULL,
  -- compared byte by byte, so that the terms with one beginning are one range of the index
  term text COLLATE "C" NOT NULL,
  customer_id uuid NOT NULL,
  PRIMARY KEY (tenant_id, term, customer_id)
);
CREATE INDEX search_terms_of_customer ON customer_risk.search_terms (customer_id, term);

-- The version of the rule by which a customer has its terms. Those of existing customers are computed after the start.
ALTER TABLE customer_risk.customers ADD COLUMN search_version smallint NOT NULL DEFAULT 0;
CREATE INDEX customers_with_earlier_search_terms ON customer_risk.customers (id)
  WHERE search_version < 1 AND erased_at IS NULL;

CREATE INDEX active_alerts_of_customer ON customer_risk.alerts (customer_id) WHERE status IN ('open', 'escalated');
CREATE INDEX open_cases_of_customer ON customer_risk.cases (customer_id) WHERE status = 'open';

GRANT SELECT, INSERT, DELETE ON customer_risk.search_terms TO probity_customer_risk;
GRANT SELECT ON customer_risk.search_terms TO probity_back_office;

DO $$
DECLARE
  erase text := pg_get_functiondef('privacy.erase_customer'::regproc);
BEGIN
  erase := replace(erase, 'DELETE FROM customer_risk.claims c',
    'DELETE FROM customer_risk.search_terms t WHERE t.customer_id = customer; DELETE FROM customer_risk.claims c');
  erase := replace(erase, $old$'customer_risk.claims',$old$, $new$'customer_risk.claims', 'customer_risk.search_terms',$new$);
  EXECUTE erase;
END $$;
