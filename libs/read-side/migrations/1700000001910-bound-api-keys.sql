-- What bounds an API key, and which account of staff created and revoked it. Null in older rows.
ALTER TABLE back_office.api_keys
  ADD COLUMN expires_at timestamptz,
  ADD COLUMN allowed_addresses text[],
  ADD COLUMN created_by text,
  ADD COLUMN revoked_by text;
