-- A claim and each new event look for the pending events of one subject. Without the status in this index, Postgres
-- read all pending events of all tenants for each of them.
DROP INDEX pipeline.inbox_of_subject;
CREATE INDEX inbox_of_subject ON pipeline.inbox (subject, status, position);
