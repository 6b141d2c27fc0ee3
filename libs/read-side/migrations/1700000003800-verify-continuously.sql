-- Probity verifies ledgers and audit trails by itself. Each has a row with its last outcome, which says what is next.

ALTER TABLE back_office.ledger_verifications ADD COLUMN officer_id text;
COMMENT ON COLUMN back_office.ledger_verifications.officer_id IS
  'The account, or system for Probity itself; null in rows from before this column, which a rebuild fills.';

CREATE TABLE back_office.last_verifications (
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('ledger', 'audit_trail')),
  tenant_id uuid NOT NULL,
  subject_id uuid NOT NULL,
  verified boolean NOT NULL,
  verified_at timestamptz NOT NULL,
  PRIMARY KEY (kind, tenant_id, subject_id)
);
COMMENT ON COLUMN back_office.last_verifications.subject_id IS 'The ledger, or the tenant of the audit trail.';
CREATE INDEX failed_verifications ON back_office.last_verifications (kind) WHERE NOT verified;

GRANT SELECT, INSERT, UPDATE, DELETE ON back_office.last_verifications TO probity_back_office;
