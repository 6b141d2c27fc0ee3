/** In base58 another case is another address. Upper and lower case and a digit tell it from an IBAN. */
const BASE58 = /^(?=.*[A-Z])(?=.*[a-z])(?=.*\d)[1-9A-HJ-NP-Za-km-z]{26,110}$/;
const IN_BASE58 = /^[1-9A-HJ-NP-Za-km-z]+$/;
/** Without `0x` only of the length of an account; 64 digits alone are any hash. */
const HEXADECIMAL = /^(?:0x(?:[0-9a-f]{40}|[0-9a-f]{64})|[0-9a-f]{40})$/;
/** bech32, and other addresses of its letters with their prefix. They are longer than any IBAN. */
const BECH32 = /^(?:[a-z]{2,12}1[02-9ac-hj-np-z]{38,110}|[a-z]{2,12}:[02-9ac-hj-np-z]{30,110})$/;
const BECH32_OF_BITCOIN = /^(?:bc|tb|ltc)1/;
const BITCOIN_CASH = /^[qp][02-9ac-hj-np-z]{41}$/;
const STELLAR = /^(?:G[A-Z2-7]{55}|M[A-Z2-7]{68})$/;
const SHORTEST = 26;

/** Words of payments before an address: schemes of links, tickers and labels. */
const BEFORE = new RegExp(
  `^(?:(?:${[
    'bitcoin(?:[ -]?cash)?|btc|xbt|bch|bsv|btg|ethereum|ether|eth|etc|erc-?20|usdt|usdc|tether|arb|bnb|bsc|matic|polygon',
    'litecoin|ltc|dogecoin|doge|dash|zcash|zec|monero|xmr|verge|xvg|ripple|xrpl?|tron|trx|trc-?20|solana|sol|cardano|ada',
    String.raw`(?:web\+)?stellar|xlm|pay|crypto|digital currency|virtual currency|wallet|address|addr`,
  ].join('|')})(?:[^\\p{L}\\p{N}]+|(?=0x)))+`,
  'iu',
);

/**
 * The form of an address of crypto-assets that is compared, without the scheme, ticker or white space of a payment. Case
 * does not count in hexadecimal addresses (`0x…`), in bech32 (`bc1…`), and in addresses of Bitcoin Cash and Stellar. It
 * counts in all others, such as base58, where another case is another address.
 */
export function addressKey(value: string): string {
  const text = visible(value);
  const known = knownForm(text);
  if (known !== undefined) return known;
  const compact = text.replace(/\s/g, '');
  return /^0x[0-9a-f]+$/i.test(compact) ? compact.toLowerCase() : compact;
}

/** Whether a text has the form of an address of crypto-assets. Names, IBANs and numbers of documents do not. */
export const isCryptoAddress = (value: string): boolean =>
  value.length >= SHORTEST && knownForm(visible(value)) !== undefined;

/** Without characters that are not seen. Digits and letters of full width become usual ones. */
const visible = (value: string): string => value.normalize('NFKC').replace(/[\p{Cf}\p{M}\p{DI}]/gu, '');

function knownForm(text: string): string | undefined {
  const [address = ''] =
    text
      .trim()
      .replace(BEFORE, '')
      .replace(/^[^\p{L}\p{N}]+/u, '')
      .match(/^[\p{L}\p{N}\s:]+/u) ?? [];
  const bare = address.replace(/\s/g, '').replace(/:$/, '');
  if (bare.length < SHORTEST) return undefined;
  const lower = bare.toLowerCase();
  const upper = bare.toUpperCase();
  const caseIsFree = bare === lower || bare === upper || !IN_BASE58.test(bare);
  if (HEXADECIMAL.test(lower)) return lower.startsWith('0x') ? lower : `0x${lower}`;
  if (caseIsFree && BITCOIN_CASH.test(lower)) return `bitcoincash:${lower}`;
  if ((caseIsFree || BECH32_OF_BITCOIN.test(lower)) && BECH32.test(lower)) return lower;
  if (STELLAR.test(upper)) return upper;
  return BASE58.test(bare) ? bare : undefined;
}
