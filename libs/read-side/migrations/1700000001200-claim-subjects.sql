-- A subject's events are processed under a claim: its token fences what is stored, and its lease ends it
-- when the process dies. No row stays locked while other services are asked.

ALTER TABLE pipeline.subjects ADD COLUMN claim uuid, ADD COLUMN lease_until timestamptz;
