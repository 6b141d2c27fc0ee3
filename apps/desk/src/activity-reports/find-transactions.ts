import type { Schemas } from '../api/client';
import { amountText } from '../alerts/transaction';

type Transaction = Pick<
  Schemas['ReportableTransaction'],
  'occurred_at' | 'amount' | 'currency' | 'direction' | 'counterparty_name'
>;

/** Whether each word of a text is in the day, the amount, the direction or the counterparty of a transaction. */
export function isFound(one: Transaction, text: string): boolean {
  const amount = amountText(one.amount, one.currency);
  const all = [one.occurred_at.slice(0, 10), amount, amount.replaceAll(',', ''), one.direction, one.counterparty_name];
  const within = all.join(' ').toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => within.includes(word));
}
