import Type, { type Static } from 'typebox';
import { view } from '../declaration/view';
import { EVENT_ID, EXAMPLE_CURSOR } from '../examples';
import { CurrencyCode, Id, nullable, Timestamp } from '../fields';
import { NextPage } from './timeline';

export const DIRECTIONS = ['inbound', 'outbound'] as const;
export type Direction = (typeof DIRECTIONS)[number];

const Count = Type.Integer({ minimum: 0 });
const Amount = Type.String({ description: 'major units, decimal string' });
const ReferenceCurrency = nullable(Type.String(), {
  description: 'the currency of the settings in which amounts are compared; null: there is none',
});

export const CustomerTransaction = view(
  'CustomerTransaction',
  Type.Object({
    event_id: { ...Id, description: 'the event that reported it' },
    transaction_id: Type.String(),
    occurred_at: Timestamp,
    direction: Type.Enum(DIRECTIONS),
    amount: { ...Amount, description: 'major units of its currency, decimal string' },
    currency: CurrencyCode,
    compared_amount: nullable(Type.String(), {
      description: 'in the reference currency, converted when the event was processed; null: there was no rate',
    }),
    method: nullable(Type.String()),
    counterparty: nullable(Type.String(), { description: 'the key of the counterparty, for the filter' }),
    counterparty_name: nullable(Type.String()),
    counterparty_account: nullable(Type.String()),
    counterparty_country: nullable(Type.String()),
    description: nullable(Type.String()),
    alerts: { ...Count, description: 'that it raised' },
  }),
  {
    description: 'A transaction of a customer. While the customer is restricted, nothing names its counterparties.',
    example: { event_id: EVENT_ID, amount: '1250.5', compared_amount: '1150.46' },
  },
);
export type CustomerTransaction = Static<typeof CustomerTransaction>;

export const CustomerTransactions = view(
  'CustomerTransactions',
  Type.Object({
    reference_currency: ReferenceCurrency,
    items: Type.Array(CustomerTransaction),
    next: NextPage,
  }),
  {
    description:
      'Transactions of a customer, newest first. One request looks at 5,000 of them at most: with filters that few ' +
      'meet, a page may have fewer items than the limit, and `next` says where to go on.',
    example: { next: EXAMPLE_CURSOR },
  },
);
export type CustomerTransactions = Static<typeof CustomerTransactions>;

const SumOfPeriod = view(
  'TransactionSum',
  Type.Object({
    start: Type.String({ description: 'the day, or the Monday of the week; ISO date, UTC' }),
    inbound: { ...Amount, description: 'sum in the reference currency, decimal string' },
    outbound: { ...Amount, description: 'sum in the reference currency, decimal string' },
    inbound_count: Count,
    outbound_count: Count,
  }),
);

const UnconvertedSum = view(
  'UnconvertedSum',
  Type.Object({
    currency: CurrencyCode,
    direction: Type.Enum(DIRECTIONS),
    transactions: Count,
    amount: { ...Amount, description: 'sum in this currency, decimal string' },
  }),
);

export const TransactionSums = view(
  'TransactionSums',
  Type.Object({
    reference_currency: ReferenceCurrency,
    from: Type.String({ description: 'the first day, ISO date, UTC' }),
    to: Type.String({ description: 'the last day' }),
    by: Type.Enum(['day', 'week']),
    periods: Type.Array(SumOfPeriod, { description: 'the periods with a transaction, the first one first' }),
    without_rate: Type.Array(UnconvertedSum, {
      description: 'transactions whose currency had no rate: they are in no sum of a period',
    }),
    counted: { ...Count, description: 'transactions that were counted' },
    is_complete: Type.Boolean({ description: 'false: older transactions of the period are not counted' }),
  }),
  { description: 'Sums of the transactions of a customer. The newest 20,000 of the period are counted.' },
);
export type TransactionSums = Static<typeof TransactionSums>;
