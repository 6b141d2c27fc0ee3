-- When a person was last invited: proposals that the person made before are not approved any more. Null in older rows.
ALTER TABLE back_office.staff_accounts ADD COLUMN invited_at timestamptz;
