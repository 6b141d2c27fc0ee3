-- What staff see of ledgers: their postings, and when each ledger was verified last.

CREATE TABLE back_office.ledger_verifications (
  id uuid PRIMARY KEY,
  tenant_id uuid NOT NULL,
  ledger_id uuid NOT NULL,
  checked bigint NOT NULL,
  total bigint NOT NULL,
  verified boolean NOT NULL,
  head jsonb NOT NULL,
  broken jsonb,
  officer text NOT NULL,
  verified_at timestamptz NOT NULL
);
CREATE INDEX ledger_verifications_of_ledger
  ON back_office.ledger_verifications (tenant_id, ledger_id, verified_at DESC, id DESC);

GRANT SELECT, INSERT, DELETE ON back_office.ledger_verifications TO probity_back_office;
GRANT SELECT ON ledger.transactions, ledger.entries TO probity_back_office;
