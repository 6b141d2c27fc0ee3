-- A program reads a revision as a number, and no integer above this one is exact. Probity reaches none of them. Rows that
-- are stored already are not looked at: readers take one with such a revision for damaged.
-- Writers wait behind a migration that waits for the table: it fails instead, and is run again.
SET LOCAL lock_timeout = '5s';
ALTER TABLE event_store.events
  ADD CONSTRAINT events_revision_is_exact CHECK (revision BETWEEN 0 AND 9007199254740991) NOT VALID;
