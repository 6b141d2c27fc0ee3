-- An account id is claimed together with its code, so that two ledgers cannot use the same account id.

CREATE UNIQUE INDEX account_codes_by_account ON ledger.account_codes (account_id);
