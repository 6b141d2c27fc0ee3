-- A process claims a subject before it handles its events. It can store results only while the row has its claim token.
-- If the process dies, the claim ends with its lease. No row stays locked while the process calls other services.

ALTER TABLE pipeline.subjects ADD COLUMN claim uuid, ADD COLUMN lease_until timestamptz;
