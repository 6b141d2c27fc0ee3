import { countryName } from '../parts/country-name';

/** The payload of a transaction event, in canonical form. */
export interface Payload {
  transaction_id: string;
  account_ref: string;
  /** a decimal */
  amount: string;
  currency: string;
  direction: 'inbound' | 'outbound';
  occurred_at: string;
  method?: string;
  channel?: string;
  description?: string;
  reference?: string;
  counterparty?: { name?: string; account?: string; country?: string };
}

const BY: Record<string, string> = {
  cash: 'in cash',
  wire: 'by wire',
  card: 'by card',
  transfer: 'by transfer',
  crypto: 'in crypto-assets',
  cheque: 'by cheque',
};
/** An amount with separators; it keeps the decimals of the institution, and has at least two. */
export function amountText(amount: string, currency: string): string {
  const [whole = '0', decimals = ''] = amount.split('.');
  return `${BigInt(whole).toLocaleString('en-GB')}.${decimals.padEnd(2, '0')} ${currency}`;
}

/** What happened, in one sentence. */
export function sentenceOf({ amount, currency, direction, method = '', counterparty = {} }: Payload): string {
  const { name, country } = counterparty;
  const isIn = direction === 'inbound';
  const where = country === undefined ? '' : ` in ${countryName(country)}`;
  const who = name === undefined && where === '' ? '' : ` ${isIn ? 'from' : 'to'} ${name ?? 'a counterparty'}${where}`;
  const by = BY[method] === undefined ? '' : ` ${BY[method]}`;
  return `The customer ${isIn ? 'received' : 'paid'} ${amountText(amount, currency)}${by}${who}.`;
}
