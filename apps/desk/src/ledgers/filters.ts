import { oneOf, page, text } from '../parts/search';

export const LEDGER_VIEWS = ['accounts', 'transactions', 'verifications'] as const;
export const ACCOUNT_TYPES = ['asset', 'liability', 'equity', 'revenue', 'expense'] as const;

export interface LedgerFilters {
  /** without it: the accounts */
  view?: (typeof LEDGER_VIEWS)[number];
  /** the beginning of the codes of accounts */
  code?: string;
  type?: (typeof ACCOUNT_TYPES)[number];
  page?: number;
}

export const ledgerFilters = (given: Record<string, unknown>): LedgerFilters => ({
  view: oneOf(LEDGER_VIEWS, given.view),
  code: text(given.code),
  type: oneOf(ACCOUNT_TYPES, given.type),
  page: page(given.page),
});
