-- What the back office projects from its events. `tenant_slugs` are claims, not a projection.

CREATE SCHEMA back_office;

CREATE TABLE back_office.tenants (
  id uuid PRIMARY KEY,
  slug text COLLATE "C" NOT NULL UNIQUE,
  name text NOT NULL,
  created_at timestamptz NOT NULL,
  revision bigint NOT NULL
);

CREATE TABLE back_office.currencies (
  tenant_id uuid NOT NULL REFERENCES back_office.tenants,
  code text COLLATE "C" NOT NULL,
  name text NOT NULL,
  minor_unit_decimals integer NOT NULL,
  PRIMARY KEY (tenant_id, code)
);

CREATE TABLE back_office.api_keys (
  id text COLLATE "C" PRIMARY KEY,
  tenant_id uuid NOT NULL REFERENCES back_office.tenants,
  label text,
  scopes text[] NOT NULL,
  key_hash bytea NOT NULL,
  created_at timestamptz NOT NULL,
  revoked_at timestamptz
);
CREATE INDEX api_keys_of_tenant ON back_office.api_keys (tenant_id, created_at, id);

CREATE TABLE back_office.tenant_slugs (
  slug text COLLATE "C" PRIMARY KEY,
  tenant_id uuid NOT NULL
);

GRANT USAGE ON SCHEMA back_office TO probity_ledger, probity_gateway, probity_back_office;
GRANT SELECT, INSERT, UPDATE, DELETE
  ON back_office.tenants, back_office.currencies, back_office.api_keys TO probity_back_office;
GRANT SELECT, INSERT ON back_office.tenant_slugs TO probity_back_office;
GRANT SELECT ON back_office.tenants, back_office.currencies, back_office.api_keys TO probity_gateway;
GRANT SELECT ON back_office.currencies TO probity_ledger;

GRANT USAGE ON SCHEMA event_store TO probity_back_office;
GRANT SELECT, INSERT (stream, revision, id, type, data, metadata) ON event_store.events TO probity_back_office;
CREATE POLICY probity_back_office_streams ON event_store.events TO probity_back_office
  USING (stream LIKE 'tenant-%') WITH CHECK (stream LIKE 'tenant-%');
