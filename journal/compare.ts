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
  /** The balance that the accounting tool computes. */
  expected: string;
  /** The balance that the API returns; null if it has no such account. */
  actual: string | null;
  differs: boolean;
}

interface ApiAccount {
  id: string;
  name: string;
  account_type: AccountType;
  balance: string;
}

/** Compares all accounts that are in the tool's balance report, in the ledgers, or in both. */
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
 * Returns the tool's balance of every account, by commodity. The tool has no conversions account. Its expected
 * balance is minus the sum of all others, because the balances of a ledger add up to zero.
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

/** Returns accounts that Probity does not have. This is correct for accounts with only zero amounts. */
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
