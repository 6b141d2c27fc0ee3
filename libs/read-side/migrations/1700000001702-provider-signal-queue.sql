-- The worker takes the oldest due signals of each tenant from this index, without reading the others.
CREATE INDEX provider_signals_due_of_tenant ON pipeline.provider_signals (tenant_id, due_at, occurred_at, id)
  WHERE due_at IS NOT NULL;
DROP INDEX pipeline.provider_signals_due;
