-- For the metrics of the inbox. Pending events have an index of their own.
CREATE INDEX inbox_not_pending ON pipeline.inbox (status) WHERE status <> 'pending';
