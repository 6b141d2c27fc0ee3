-- The limits that operators set for tenants, projected from the tenants' events. A tenant without a row has the
-- defaults. And the table in which gateways tell each other how much of a limit was used.

CREATE TABLE back_office.tenant_limits (
  tenant_id uuid PRIMARY KEY REFERENCES back_office.tenants,
  version integer NOT NULL,
  limits jsonb NOT NULL,
  changed_at timestamptz NOT NULL
);

GRANT SELECT, INSERT, UPDATE, DELETE ON back_office.tenant_limits TO probity_back_office;
GRANT USAGE ON SCHEMA back_office TO probity_webhook_dispatcher;
GRANT SELECT ON back_office.tenant_limits
  TO probity_gateway, probity_ledger, probity_pipeline, probity_webhook_dispatcher;

-- The only table that the gateway writes. It has one row for each gateway and holds no data of customers. It is not
-- logged: after a crash of Postgres it is empty, and the gateways fill it again within a second.
CREATE SCHEMA gateway;
CREATE UNLOGGED TABLE gateway.limit_use (
  instance text COLLATE "C" PRIMARY KEY,
  reported_at timestamptz NOT NULL,
  use json NOT NULL
);
GRANT USAGE ON SCHEMA gateway TO probity_gateway;
GRANT SELECT, INSERT, UPDATE, DELETE ON gateway.limit_use TO probity_gateway;
