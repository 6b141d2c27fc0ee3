import Type, { type Static } from 'typebox';
import { view } from '../declaration/view';
import { CASH_ID } from '../examples';
import { CurrencyCode, Id, Metadata, nullable, SignedMinorUnits, Timestamp } from '../fields';

export const ACCOUNT_TYPES = ['asset', 'liability', 'equity', 'revenue', 'expense'] as const;
export const AccountType = view('AccountType', Type.Enum(ACCOUNT_TYPES));
export type AccountType = Static<typeof AccountType>;

export const MAX_ACCOUNT_CODE = 64;

/** The fields of a new account: its command and its event have them, and the read side has a column for each. */
export const accountFields = {
  code: Type.String(),
  name: Type.String(),
  account_type: AccountType,
  external_ref: Type.Optional(Type.String()),
  metadata: Type.Optional(Metadata),
};

const EXAMPLE_ACCOUNT = { id: CASH_ID, name: 'Cash at bank' };

export const AccountView = view(
  'Account',
  Type.Object({
    ...accountFields,
    id: Id,
    ledger_id: Id,
    currency: CurrencyCode,
    external_ref: nullable(Type.String()),
    metadata: Metadata,
    is_active: Type.Boolean(),
    created_at: Timestamp,
  }),
  { example: EXAMPLE_ACCOUNT },
);

export const AccountBalanceView = view(
  'AccountWithBalance',
  Type.Object({
    ...AccountView.properties,
    debit_total: Type.String({ ...SignedMinorUnits, description: 'sum of debits, minor units' }),
    credit_total: Type.String({ ...SignedMinorUnits, description: 'sum of credits, minor units' }),
    balance: Type.String({
      ...SignedMinorUnits,
      description: 'asset and expense: debits minus credits; liability, equity and revenue: credits minus debits',
    }),
    entry_count: Type.Integer(),
    last_activity_at: nullable(Timestamp),
  }),
  { example: EXAMPLE_ACCOUNT },
);

export const AccountActivity = view('AccountActivity', Type.Object({ account_id: Id, is_active: Type.Boolean() }));

export type AccountView = Static<typeof AccountView>;
export type AccountBalanceView = Static<typeof AccountBalanceView>;
