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

/** Returns the account type that the first part of the name indicates, or undefined if it indicates none. */
export function accountTypeOf(account: string): AccountType | undefined {
  return TYPES_BY_TOP_NAME[account.split(':')[0]!.toLowerCase()];
}

/** Returns debits minus credits, the form of plain-text tools, from a balance with the sign of the account's type. */
export function debitMinusCredit(type: AccountType, balance: bigint): bigint {
  return type === 'asset' || type === 'expense' ? balance : -balance;
}
