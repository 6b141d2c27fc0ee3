import Type, { type Static } from 'typebox';
import { view } from '../declaration/view';
import { CUSTOMER_ID } from '../examples';
import { Id, nullable, Timestamp } from '../fields';
import { RISK_RATINGS } from './words';

const Count = Type.Integer({ minimum: 0 });
const Sum = Type.String({ description: 'in the reference currency, decimal string' });

export const NetworkCounterparty = view(
  'NetworkCounterparty',
  Type.Object({
    counterparty: Type.String({ description: 'its key: the account, or else the name in small letters' }),
    name: nullable(Type.String(), { description: 'in the last transaction' }),
    account: nullable(Type.String()),
    country: nullable(Type.String()),
    transactions: Count,
    inbound: Sum,
    outbound: Sum,
    without_rate: { ...Count, description: 'transactions that are in no sum, because their currency had no rate' },
    last_at: Timestamp,
    alerts: { ...Count, description: 'of this customer, raised by transactions with the counterparty' },
    active_alerts: Count,
    match: nullable(Type.Enum(['potential_match', 'confirmed_match']), {
      description: 'whether it may be, or is, on a list; null: no match, or only dismissed ones',
    }),
    is_allowed: Type.Boolean({ description: 'an entry of the allow-list is active' }),
    shared_with: Type.Array(Id, { description: 'other customers that have transactions with it, at most 8' }),
    has_more: Type.Boolean({ description: 'further customers may have transactions with it' }),
  }),
  { example: { shared_with: [CUSTOMER_ID] } },
);
export type NetworkCounterparty = Static<typeof NetworkCounterparty>;

export const NetworkCustomer = view(
  'NetworkCustomer',
  Type.Object({
    id: Id,
    name: Type.String(),
    risk_rating: Type.Enum(RISK_RATINGS),
    active_alerts: Count,
  }),
  { example: { id: CUSTOMER_ID } },
);
export type NetworkCustomer = Static<typeof NetworkCustomer>;

export const CustomerNetwork = view(
  'CustomerNetwork',
  Type.Object({
    reference_currency: nullable(Type.String()),
    is_restricted: Type.Boolean({ description: 'the erasure of the customer was requested: nothing is shown' }),
    counterparties: Type.Array(NetworkCounterparty, { description: 'those with the most transactions, at most 30' }),
    customers: Type.Array(NetworkCustomer, { description: 'who shares a counterparty; no restricted customers' }),
    counted: { ...Count, description: 'transactions that were counted: the newest 10,000 at most' },
    is_complete: Type.Boolean({ description: 'false: older transactions are not counted' }),
    left_out: view(
      'LeftOutOfNetwork',
      Type.Object({
        counterparties: { ...Count, description: 'further counterparties in the counted transactions' },
        transactions: { ...Count, description: 'with these counterparties' },
        without_counterparty: { ...Count, description: 'counted transactions that name none' },
      }),
    ),
  }),
  { description: 'With whom a customer has transactions, and which other customers have them with the same.' },
);
export type CustomerNetwork = Static<typeof CustomerNetwork>;
