-- Identity providers with which staff sign in, projected from their events; the bindings of people to them; and what
-- sessions know about how they began.

CREATE TABLE back_office.identity_providers (
  id uuid PRIMARY KEY,
  tenant_id uuid,
  issuer text NOT NULL,
  client_id text NOT NULL,
  display_name text NOT NULL,
  sealed_client_secret bytea,
  removed_at timestamptz,
  updated_at timestamptz NOT NULL,
  revision bigint NOT NULL
);
COMMENT ON COLUMN back_office.identity_providers.tenant_id IS 'whose staff sign in there; null: platform operators do';
CREATE INDEX identity_providers_of_tenant ON back_office.identity_providers (tenant_id);

-- Claims, not projections: one identity has one account. The account's events say whether it still has the identity.
CREATE TABLE back_office.staff_identities (
  provider_id uuid NOT NULL,
  subject text COLLATE "C" NOT NULL,
  account_id uuid NOT NULL,
  PRIMARY KEY (provider_id, subject)
);

ALTER TABLE back_office.sessions
  ADD COLUMN method text NOT NULL DEFAULT 'password',
  ADD COLUMN proved_at timestamptz,
  ADD COLUMN provider_id uuid,
  ADD COLUMN subject text COLLATE "C",
  ADD COLUMN provider_session text COLLATE "C",
  ADD COLUMN passkey_id uuid;
COMMENT ON COLUMN back_office.sessions.proved_at IS
  'when the person last proved who they are; null: when the session began';
COMMENT ON COLUMN back_office.sessions.provider_session IS 'the sid of the session at the identity provider';
CREATE INDEX sessions_of_provider ON back_office.sessions (provider_id, subject) WHERE provider_id IS NOT NULL;

-- What was begun in a browser and must come back to it: state of OpenID Connect, challenges of passkeys. Each is used
-- once, within minutes, so no event restores them.
CREATE TABLE back_office.sign_in_attempts (
  secret_hash bytea PRIMARY KEY,
  purpose text NOT NULL,
  network text COLLATE "C" NOT NULL,
  sealed bytea NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX sign_in_attempts_of_network ON back_office.sign_in_attempts (network);
CREATE INDEX sign_in_attempts_by_end ON back_office.sign_in_attempts (expires_at);

-- Logout tokens that were carried out, until they expire: a second one with the same id is a replay, and a sign-in
-- that was in progress meanwhile starts no session.
CREATE TABLE back_office.provider_logouts (
  provider_id uuid NOT NULL,
  token_id text COLLATE "C" NOT NULL,
  subject text COLLATE "C",
  provider_session text COLLATE "C",
  at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (provider_id, token_id)
);
CREATE INDEX provider_logouts_by_end ON back_office.provider_logouts (expires_at);

-- The last signature counter of each passkey that has one. A lower one means that the authenticator was copied.
CREATE TABLE back_office.passkey_counters (
  passkey_id uuid PRIMARY KEY,
  counter bigint NOT NULL
);

GRANT SELECT, INSERT, UPDATE, DELETE ON back_office.identity_providers, back_office.staff_identities,
  back_office.sign_in_attempts, back_office.provider_logouts, back_office.passkey_counters TO probity_back_office;

CREATE POLICY probity_back_office_identity_providers ON event_store.events TO probity_back_office
  USING (stream LIKE 'identity-provider-%') WITH CHECK (stream LIKE 'identity-provider-%');
