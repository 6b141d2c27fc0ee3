export const DIRECTIONS = ['inbound', 'outbound'] as const;
export type Direction = (typeof DIRECTIONS)[number];

export const METHODS = ['cash', 'wire', 'card', 'transfer', 'crypto', 'cheque', 'other'] as const;
export type Method = (typeof METHODS)[number];

/** What windowed aggregates are made over: one for each transaction of a customer. */
export interface Activity {
  transaction_id: string;
  /** milliseconds since 1970, UTC */
  at: number;
  /** in the tenant's reference currency, scaled as in amount.ts */
  amount: bigint;
  /** ISO 4217, of the transaction itself */
  currency: string;
  direction: Direction;
  method: Method;
  /** key of whom it was with: the same text for the same counterparty */
  counterparty: string | null;
  /** ISO 3166-1 alpha-2, upper case */
  counterparty_country: string | null;
  channel: string | null;
  account_ref: string;
}

/** What of an activity a window remembers. */
export type ActivityFields = Omit<Activity, 'transaction_id'>;

/** The texts of an activity, which can be counted as distinct. */
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
