import type { AccountType } from '@probity/contracts/ledger/account';

const TYPES_BY_TOP_NAME: Record<string, AccountType> = {
  asset: 'asset',
  assets: 'asset',
  liability: 'liability',
  liabilities: 'liability',
  debt: 'liability',
  debts: 'liability',
  equity: 'equity',
  income: 'revenue',
  revenue: 'revenue',
  revenues: 'revenue',
  expense: 'expense',
  expenses: 'expense',
};

/** The type that the first part of an account's name tells, or undefined when it tells none. */
export function accountTypeOf(account: string): AccountType | undefined {
  return TYPES_BY_TOP_NAME[account.split(':')[0]!.toLowerCase()];
}

/** Debits minus credits, as plain-text tools print, from a balance that has the sign of the account's type. */
export function debitMinusCredit(type: AccountType, balance: bigint): bigint {
  return type === 'asset' || type === 'expense' ? balance : -balance;
}
