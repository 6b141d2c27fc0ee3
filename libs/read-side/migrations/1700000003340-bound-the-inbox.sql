-- A claim steps from one subject with pending events to the next, however many events each of them has.
CREATE INDEX inbox_heads ON pipeline.inbox (tenant_id, subject, position) WHERE status = 'pending';

-- For the limit of events that wait for a customer.
CREATE INDEX inbox_without_customer ON pipeline.inbox (tenant_id) WHERE customer_id IS NULL;

-- Which customer gets the events that wait under a reference. They are moved in batches.
ALTER TABLE pipeline.subjects ADD COLUMN customer_id uuid;
COMMENT ON COLUMN pipeline.subjects.customer_id IS
  'of a reference: the customer that gets the events that wait under it; null: none, or all have been moved';
CREATE INDEX subjects_moving ON pipeline.subjects (customer_id) WHERE customer_id IS NOT NULL;
