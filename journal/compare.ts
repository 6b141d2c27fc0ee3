import type { AccountType } from '@probity/contracts/ledger/account';
import { debitMinusCredit } from './account-type';
import { listAll } from './api-calls';
import { CONVERSIONS } from './book';
import { add, type Decimal, formatDecimal, isEqual, negate, ZERO } from './decimal';
import type { AccountAmount } from './journal';
import type { OpenLedger } from './open-ledgers';
import type { OpenTenant } from './open-tenant';

/** One account in one commodity. Amounts are decimal numbers, debits minus credits. */
export interface ComparedAccount {
  account: string;
  commodity: string;
  type: AccountType | null;
  /** What the accounting tool computes. */
  expected: string;
  /** What the API returns; null when it has no such account. */
  actual: string | null;
  differs: boolean;
}

interface ApiAccount {
  id: string;
  name: string;
  account_type: AccountType;
  balance: string;
}

/** Compares every account of the tool's balance report, and every account of the ledgers, with the other side. */
export async function compareBalances(
  tenant: OpenTenant,
  ledgers: OpenLedger[],
  balances: AccountAmount[],
): Promise<ComparedAccount[]> {
  const expected = expectedBalances(balances);
  const compared: ComparedAccount[] = [];
  for (const { id, commodity, currencyDecimals, accountIds } of ledgers) {
    const names = new Map([...accountIds].map(([name, accountId]) => [accountId, name]));
    const rest = new Map(expected.get(commodity));
    expected.delete(commodity);
    for (const account of await listAll<ApiAccount>(tenant.api, `/tenants/${tenant.slug}/ledgers/${id}/accounts`)) {
      const name = names.get(account.id) ?? account.name;
      const digits = debitMinusCredit(account.account_type, BigInt(account.balance));
      const actual = { digits, scale: currencyDecimals };
      compared.push(row(name, commodity, account.account_type, rest.get(name) ?? ZERO, actual));
      rest.delete(name);
    }
    compared.push(...missing(commodity, rest));
  }
  for (const [commodity, rest] of expected) compared.push(...missing(commodity, rest));
  return compared;
}

/**
 * What the tool says of every account, by commodity. It knows nothing of the conversions account;
 * as all accounts of a ledger together are zero, that must be the opposite of all the others.
 */
function expectedBalances(balances: AccountAmount[]): Map<string, Map<string, Decimal>> {
  const expected = new Map<string, Map<string, Decimal>>();
  for (const { account, commodity, amount } of balances) {
    const accounts = expected.get(commodity) ?? new Map<string, Decimal>();
    expected.set(commodity, accounts);
    accounts.set(account, add(accounts.get(account) ?? ZERO, amount));
    accounts.set(CONVERSIONS, add(accounts.get(CONVERSIONS) ?? ZERO, negate(amount)));
  }
  return expected;
}

/** Accounts that Probity does not have, which is right where nothing but zero was ever booked. */
function missing(commodity: string, accounts: Map<string, Decimal>): ComparedAccount[] {
  return [...accounts]
    .filter(([, { digits }]) => digits !== 0n)
    .map(([account, amount]) => row(account, commodity, null, amount, null));
}

function row(
  account: string,
  commodity: string,
  type: AccountType | null,
  expected: Decimal,
  actual: Decimal | null,
): ComparedAccount {
  const scale = Math.max(expected.scale, actual?.scale ?? 0);
  const text = (decimal: Decimal): string => formatDecimal(add(decimal, { digits: 0n, scale }));
  return {
    account,
    commodity,
    type,
    expected: text(expected),
    actual: actual && text(actual),
    differs: actual === null || !isEqual(expected, actual),
  };
}
