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
  vessels?: { name?: string; imo?: string; mmsi?: string; call_sign?: string; flag?: string }[];
  aircraft?: { tail_number?: string; serial_number?: string }[];
}

const WORDS: Record<string, string> = {
  imo: 'IMO',
  mmsi: 'MMSI',
  call_sign: 'call sign',
  serial_number: 'serial number',
};

/** Such as `Ocean Pearl, IMO 9187629, Panama; call sign 3FKH9`. Events of earlier versions may have any value here. */
export function thingsText(things: unknown): string {
  if (!Array.isArray(things)) return '';
  return things
    .filter((thing): thing is Record<string, unknown> => typeof thing === 'object' && thing !== null)
    .map((thing) =>
      Object.entries(thing)
        .filter((field): field is [string, string] => typeof field[1] === 'string')
        .map(([field, text]) => (field === 'flag' ? countryName(text) : `${WORDS[field] ?? ''} ${text}`.trim()))
        .join(', '),
    )
    .join('; ');
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
