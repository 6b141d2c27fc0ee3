import { createHash } from 'node:crypto';
import { call, listAll } from './api-calls';
import type { BookLedger } from './book';
import { currencyName } from './currency-code';
import type { OpenTenant } from './open-tenant';

const MAX_CODE_LENGTH = 64;

/** A ledger of the book with its ids in Probity. */
export interface OpenLedger extends BookLedger {
  id: string;
  currency: string;
  /** The decimals of the tenant's currency; possibly more than the journal needs. */
  currencyDecimals: number;
  /** Account ids, by the account's name in the journal. */
  accountIds: Map<string, string>;
}

/** Finds the tenant's ledgers and accounts for the book, and creates the missing ones. */
export async function openLedgers(
  tenant: OpenTenant,
  book: BookLedger[],
  progress: (text: string) => void,
): Promise<OpenLedger[]> {
  const path = `/tenants/${tenant.slug}/ledgers`;
  const existing = await listAll<{ id: string; name: string; currency: string }>(tenant.api, path);
  const open: OpenLedger[] = [];
  for (const ledger of book) {
    const { code: currency, minor_unit_decimals } = tenant.currencies.get(ledger.commodity)!;
    const name = `Journal: ${currencyName(ledger.commodity)}`;
    progress(`opening ledger ${open.length + 1} of ${book.length}`);
    const { id } =
      existing.find((candidate) => candidate.name === name && candidate.currency === currency) ??
      (await call<{ data: { id: string } }>(tenant.api, 'POST', path, 201, { name, currency })).body.data;
    const accountIds = await openAccounts(tenant, `${path}/${id}/accounts`, currency, ledger);
    open.push({ ...ledger, id, currency, currencyDecimals: minor_unit_decimals, accountIds });
  }
  return open;
}

async function openAccounts(
  { api }: OpenTenant,
  path: string,
  currency: string,
  { accounts }: BookLedger,
): Promise<Map<string, string>> {
  const existing = await listAll<{ id: string; code: string }>(api, path);
  const ids = new Map<string, string>();
  for (const { name, type } of accounts) {
    const code = accountCode(currency, name);
    const { id } =
      existing.find((account) => account.code === code) ??
      (await call<{ id: string }>(api, 'POST', path, 201, { code, name, account_type: type })).body;
    ids.set(name, id);
  }
  return ids;
}

/** Returns an account code of at most 64 characters, unique in the tenant, with as much of the name as fits. */
export function accountCode(currency: string, name: string): string {
  const code = `${currency}:${name}`;
  if (code.length <= MAX_CODE_LENGTH) return code;
  const digest = createHash('sha256').update(name).digest('hex').slice(0, 12);
  const start = `${currency}:${digest}:`;
  return start + name.slice(start.length - MAX_CODE_LENGTH).toWellFormed();
}
