-- Accounts of staff, projected from their events; their sessions, which no event restores: after the loss of Postgres,
-- staff sign in again.

CREATE TABLE back_office.staff_accounts (
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('person', 'service')),
  name text NOT NULL,
  email text,
  tenant_id uuid,
  invitation_hash bytea,
  invitation_expires_at timestamptz,
  has_credentials boolean NOT NULL DEFAULT false,
  credentials_revision bigint NOT NULL,
  disabled_at timestamptz,
  created_at timestamptz NOT NULL,
  revision bigint NOT NULL
);
COMMENT ON COLUMN back_office.staff_accounts.tenant_id IS 'the tenant that manages the account; null: the installation does';
COMMENT ON COLUMN back_office.staff_accounts.credentials_revision IS
  'of the last event that ended the credentials before it; sessions of earlier credentials are not valid';
CREATE INDEX staff_accounts_by_email ON back_office.staff_accounts (email);
CREATE INDEX staff_accounts_by_invitation ON back_office.staff_accounts (invitation_hash);

CREATE TABLE back_office.staff_roles (
  account_id uuid NOT NULL REFERENCES back_office.staff_accounts,
  tenant_id uuid,
  role text NOT NULL,
  UNIQUE NULLS NOT DISTINCT (account_id, tenant_id, role)
);
CREATE INDEX staff_roles_of_tenant ON back_office.staff_roles (tenant_id, account_id);

CREATE TABLE back_office.staff_tokens (
  id text COLLATE "C" PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES back_office.staff_accounts,
  label text NOT NULL,
  token_hash bytea NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  revoked_at timestamptz
);
CREATE INDEX staff_tokens_of_account ON back_office.staff_tokens (account_id);

CREATE TABLE back_office.emergency_access (
  id uuid PRIMARY KEY,
  tenant_id uuid NOT NULL,
  officer_id text NOT NULL,
  roles text[] NOT NULL,
  reason text NOT NULL,
  until timestamptz NOT NULL
);
CREATE INDEX emergency_access_of_officer ON back_office.emergency_access (officer_id, until);

-- Claims, not projections: one email has one account.
CREATE TABLE back_office.staff_emails (
  email text COLLATE "C" PRIMARY KEY,
  account_id uuid NOT NULL
);

CREATE TABLE back_office.sessions (
  id uuid PRIMARY KEY,
  token_hash bytea NOT NULL UNIQUE,
  account_id uuid NOT NULL,
  credentials_revision bigint NOT NULL,
  csrf_hash bytea NOT NULL,
  address text NOT NULL,
  user_agent text,
  signed_in_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  ended_at timestamptz
);
CREATE INDEX sessions_of_account ON back_office.sessions (account_id, signed_in_at DESC);
CREATE INDEX ended_sessions ON back_office.sessions (expires_at);

-- The last one-time code that each account used, so that a code works once.
CREATE TABLE back_office.used_codes (
  account_id uuid PRIMARY KEY,
  step bigint NOT NULL
);

ALTER TABLE back_office.audit_events ALTER COLUMN tenant_id DROP NOT NULL;
-- The name of the account at the time of the entry. Null in older entries, whose actor is what the caller declared.
ALTER TABLE back_office.audit_events ADD COLUMN actor_name text;
ALTER TABLE customer_risk.audit_events ADD COLUMN actor_name text;
ALTER TABLE pipeline.audit_events ADD COLUMN actor_name text;
ALTER TABLE webhooks.audit_events ADD COLUMN actor_name text;
ALTER TABLE platform.audit_events ADD COLUMN actor_name text;

GRANT SELECT, INSERT, UPDATE, DELETE ON back_office.staff_accounts, back_office.staff_roles, back_office.staff_tokens,
  back_office.emergency_access, back_office.sessions, back_office.used_codes TO probity_back_office;
GRANT SELECT, INSERT ON back_office.staff_emails TO probity_back_office;

CREATE POLICY probity_back_office_staff ON event_store.events TO probity_back_office
  USING (stream LIKE 'staff-%') WITH CHECK (stream LIKE 'staff-%');
CREATE POLICY probity_back_office_operator_uses ON event_store.events TO probity_back_office
  USING (stream LIKE 'operator-use-%') WITH CHECK (stream LIKE 'operator-use-%');
