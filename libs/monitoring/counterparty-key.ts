/** What identifies the counterparty of a transaction: its account, otherwise its name. */
interface Named {
  name?: string;
  account?: string;
}

/** An account regardless of case and spaces. */
export const accountKey = (account: string): string => account.replaceAll(/\s/g, '').toUpperCase();

/** A name regardless of case and of how many spaces are between its words. */
export const nameKey = (name: string): string => name.trim().toLowerCase().replaceAll(/\s+/g, ' ');

/** The key under which the transactions of a customer with one counterparty are together; null without a counterparty. */
export function counterpartyKey(counterparty: Named | undefined): string | null {
  if (counterparty?.account) return accountKey(counterparty.account);
  return counterparty?.name ? nameKey(counterparty.name) : null;
}
