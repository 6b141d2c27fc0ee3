/** In base58 another case is another address. Upper and lower case and a digit tell it from an IBAN. */
const BASE58 = /^(?=.*[A-Z])(?=.*[a-z])(?=.*\d)[1-9A-HJ-NP-Za-km-z]{26,110}$/;
const HEXADECIMAL = /^0x[0-9a-f]{40}$/i;
/** bech32, and the addresses of Bitcoin Cash with their prefix; in one case. */
const BECH32 = /^(?:[a-z]{2,12}1[02-9ac-hj-np-z]{20,110}|[a-z]{2,12}:[02-9ac-hj-np-z]{30,110})$/;

const isBech32 = (text: string): boolean =>
  BECH32.test(text) || (text === text.toUpperCase() && BECH32.test(text.toLowerCase()));

/**
 * The form of an address of crypto-assets that is compared. Case does not count in hexadecimal addresses (`0x…`) and in
 * bech32 (`bc1…`). It counts in all others, such as base58, where another case is another address.
 */
export function addressKey(value: string): string {
  const text = value.replace(/\s/g, '');
  return /^0x[0-9a-f]+$/i.test(text) || isBech32(text) ? text.toLowerCase() : text;
}

/** Whether a text has the form of an address of crypto-assets. Names, IBANs and numbers of documents do not. */
export function isCryptoAddress(value: string): boolean {
  const text = value.trim();
  return HEXADECIMAL.test(text) || BASE58.test(text) || isBech32(text);
}
