/**
 * Where the default rules draw their lines. Amounts are in the tenant's reference currency and chosen for
 * one of the size of the euro or the dollar; a tenant with another one edits its copy of the rules.
 */

/** From where cash has to be reported or identified: 31 CFR 1010.311 (US dollars), Regulation (EU) 2024/1624 article 80 (euros). */
export const REPORTING_THRESHOLD = 10_000;

/** Values that change hands without a trace of whose they were. */
export const CASH_LIKE_METHODS = ['cash', 'crypto'];

/** Just under the reporting threshold begins here, and this many within this time are no chance. */
export const STRUCTURING_FLOOR = 8_000;
export const STRUCTURING_COUNT = 3;
export const STRUCTURING_WINDOW = '7d';

export const COUNT_VELOCITY_WINDOW = '24h';
export const COUNT_VELOCITY_INDIVIDUAL = 20;
export const COUNT_VELOCITY_CORPORATE = 200;

export const SUM_VELOCITY_WINDOW = '24h';
export const SUM_VELOCITY_INDIVIDUAL = 50_000;
export const SUM_VELOCITY_CORPORATE = 500_000;
/** One large transaction is not velocity. */
export const SUM_VELOCITY_LEAST_COUNT = 2;

/** This week against the average of the twelve before it. */
export const BASELINE_WEEKS = 12;
export const BASELINE_WINDOW = '84d';
export const BASELINE_LEAST_COUNT = 10;
/** The first four of those twelve weeks: they end eight weeks before this one begins. */
export const FIRST_WEEKS_WINDOW = '28d';
export const FIRST_WEEKS_OFFSET = '63d';
export const SPIKE_WINDOW = '7d';
export const SPIKE_FACTOR = 5;
export const SPIKE_LEAST_SUM = 5_000;

export const IN_AND_OUT_WINDOW = '48h';
export const IN_AND_OUT_LEAST_INBOUND = 5_000;
/** Of what came in. */
export const IN_AND_OUT_SHARE = 0.8;

export const DORMANT_AFTER = '180d';
export const DORMANT_LEAST_AMOUNT = 1_000;

export const ROUND_STEP = 1_000;
export const ROUND_COUNT = 5;
export const ROUND_WINDOW = '30d';

/** From where a transfer needs its originator and beneficiary: FATF recommendation 16. */
export const CORRIDOR_LEAST_AMOUNT = 1_000;
export const HIGH_RISK_LIST = 'high_risk';
export const CALL_FOR_ACTION_LIST = 'call_for_action';

export const NETWORK_WINDOW = '7d';
export const NETWORK_COUNTERPARTIES = 10;
export const NETWORK_LEAST_SUM = 5_000;

export const NEW_ACCOUNT_DAYS = 30;
export const BURST_WINDOW = '24h';
export const BURST_COUNT = 5;
export const BURST_LEAST_SUM = 5_000;
