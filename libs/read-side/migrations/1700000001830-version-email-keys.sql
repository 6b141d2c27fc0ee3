-- Which version of the rule computed a customer's email_key. Both versions give the same key for an address in ASCII.
-- customer-risk computes the keys of the others again, and of rows that an instance of an older version still adds.
ALTER TABLE customer_risk.customers ADD COLUMN email_key_version smallint NOT NULL DEFAULT 2;
UPDATE customer_risk.customers SET email_key_version = 1 WHERE octet_length(email_key) <> char_length(email_key);
ALTER TABLE customer_risk.customers ALTER COLUMN email_key_version SET DEFAULT 1;
CREATE INDEX customers_with_earlier_email_key ON customer_risk.customers (created_at, id) WHERE email_key_version < 2;
