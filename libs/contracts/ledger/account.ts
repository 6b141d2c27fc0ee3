import Type, { type Static } from 'typebox';
import { CASH_ID, CREATED_AT, LEDGER_ID } from '../example-ids';
import { view } from '../declaration/view';
import { CurrencyCode, Id, Metadata, nullable, SignedMinorUnits, Timestamp } from '../fields';

export const ACCOUNT_TYPES = ['asset', 'liability', 'equity', 'revenue', 'expense'] as const;
export const AccountType = view('AccountType', Type.Enum(ACCOUNT_TYPES));
export type AccountType = Static<typeof AccountType>;

export const MAX_ACCOUNT_CODE = 64;

/** What an account is opened with: its command and its event have these fields, and the read side a column for each. */
export const accountFields = {
  code: Type.String(),
  name: Type.String(),
  account_type: AccountType,
  external_ref: Type.Optional(Type.String()),
  metadata: Type.Optional(Metadata),
};

/** The account that the examples are about. */
export const EXAMPLE_ACCOUNT = {
  id: CASH_ID,
  ledger_id: LEDGER_ID,
  code: '1000',
  name: 'Cash at bank',
  account_type: 'asset' as const,
  currency: 'USD',
  external_ref: 'core-4711',
  metadata: { branch: 'north' },
  is_active: true,
  created_at: CREATED_AT,
};

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
  {
    example: {
      ...EXAMPLE_ACCOUNT,
      debit_total: '250000000',
      credit_total: '0',
      balance: '250000000',
      entry_count: 1,
      last_activity_at: CREATED_AT,
    },
  },
);

export const AccountActivity = view('AccountActivity', Type.Object({ account_id: Id, is_active: Type.Boolean() }), {
  example: { account_id: CASH_ID, is_active: false },
});

export type AccountView = Static<typeof AccountView>;
export type AccountBalanceView = Static<typeof AccountBalanceView>;
export type AccountActivity = Static<typeof AccountActivity>;
