-- A signal that matches several customers waits until one of two of them changes, not until any customer does.
-- `candidates` belongs to its place in the queue, as `due_at` does.
ALTER TABLE pipeline.provider_signals ADD COLUMN candidates uuid[];
COMMENT ON COLUMN pipeline.provider_signals.candidates IS
  'two of the customers that it matches: while both match, it matches several';
CREATE INDEX provider_signals_open_by_candidate ON pipeline.provider_signals USING gin (candidates)
  WHERE status <> 'applied' AND candidates IS NOT NULL;

-- Signals that wait already are matched again, which stores their candidates.
UPDATE pipeline.provider_signals SET due_at = now(), wakes = wakes + 1
WHERE status = 'unresolved' AND reason = 'several_customers';
