-- The ledger service makes receipts: proofs that the tree that the notary signed has a transaction.
GRANT USAGE ON SCHEMA notary TO probity_ledger;
GRANT SELECT ON notary.ledger_checkpoints, notary.keys TO probity_ledger;
