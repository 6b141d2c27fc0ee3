export const DIRECTIONS = ['inbound', 'outbound'] as const;
export type Direction = (typeof DIRECTIONS)[number];

export const METHODS = ['cash', 'wire', 'card', 'transfer', 'crypto', 'cheque', 'other'] as const;
export type Method = (typeof METHODS)[number];

/** The data of one transaction of a customer that aggregates are computed from. */
export interface Activity {
  transaction_id: string;
  /** milliseconds since 1970, UTC */
  at: number;
  /** in the tenant's reference currency, scaled as in amount.ts */
  amount: bigint;
  /** false if the amount is not in the reference currency, because there is no rate; see comparable-amounts.ts */
  comparable: boolean;
  /** ISO 4217, of the transaction itself */
  currency: string;
  direction: Direction;
  method: Method;
  /** key of the counterparty; the same counterparty always has the same key */
  counterparty: string | null;
  /** ISO 3166-1 alpha-2, upper case */
  counterparty_country: string | null;
  channel: string | null;
  account_ref: string;
}

/** The fields of an activity that windows store. */
export type ActivityFields = Omit<Activity, 'transaction_id'>;

/** The text fields of an activity. The aggregate `distinct` counts their different values. */
export const ACTIVITY_TEXTS = [
  'currency',
  'direction',
  'method',
  'counterparty',
  'counterparty_country',
  'channel',
  'account_ref',
] as const;
export type ActivityText = (typeof ACTIVITY_TEXTS)[number];
