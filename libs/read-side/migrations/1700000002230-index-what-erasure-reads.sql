-- Erasure reads the signals of one customer, and the keys of a tenant's backtests.
CREATE INDEX provider_signals_of_customer ON pipeline.provider_signals (customer_id) WHERE customer_id IS NOT NULL;
CREATE INDEX data_keys_of_backtests ON privacy.data_keys (tenant_id) WHERE kind = 'backtest';
