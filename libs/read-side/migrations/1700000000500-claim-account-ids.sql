-- An account id is claimed with its code, so that it cannot come to stand in two ledgers.

CREATE UNIQUE INDEX account_codes_by_account ON ledger.account_codes (account_id);
