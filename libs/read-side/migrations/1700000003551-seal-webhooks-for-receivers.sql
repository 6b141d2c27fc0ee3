-- The secret of a webhook is sealed for its receiver and event types, so that a changed row cannot be used. The row here
-- says that the secrets of older versions have been sealed again; without it, the dispatcher does so when it starts.
CREATE TABLE webhooks.secrets_sealed (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  sealed bytea NOT NULL
);
GRANT SELECT, INSERT ON webhooks.secrets_sealed TO probity_webhook_dispatcher;
