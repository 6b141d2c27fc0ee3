-- Each commit of a ledger ends with an event that links all events before it. `chained_revision` is the revision of the
-- last such event; it is null until the events of an older version are taken over. With the content hash, a row of a
-- transaction has everything that its leaf in the Merkle tree of the ledger is computed from.
ALTER TABLE ledger.ledgers ADD COLUMN chained_revision bigint;
ALTER TABLE ledger.transactions ADD COLUMN content_hash bytea;
CREATE INDEX ledgers_to_take_over ON ledger.ledgers (id) WHERE chained_revision IS NULL;

-- Roots of complete subtrees, computed from the rows of transactions so that a proof reads few of them. A missing row is
-- computed again.
CREATE TABLE ledger.tree_nodes (
  ledger_id uuid NOT NULL,
  level smallint NOT NULL,
  index bigint NOT NULL,
  hash bytea NOT NULL,
  PRIMARY KEY (ledger_id, level, index)
);
GRANT SELECT, INSERT, DELETE ON ledger.tree_nodes TO probity_ledger;
