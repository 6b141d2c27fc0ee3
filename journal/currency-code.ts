const SYMBOLS: Record<string, string> = { $: 'USD', '€': 'EUR', '£': 'GBP', '¥': 'JPY' };

/** A currency of the tenant, as the API lists it. */
export interface Currency {
  code: string;
  name: string;
  minor_unit_decimals: number;
}

/**
 * Returns a three-letter code for every commodity: its own name if that is three capital letters, the ISO
 * code of a usual symbol, otherwise a private code QMA, QMB ... QZZ. The currency of a private code has the
 * name of the commodity. ISO 3166 reserves the country codes QM to QZ for users, so a private code can never
 * be the code of a real currency.
 *
 * @throws Error if a journal has more commodities than there are private codes
 */
export function currencyCodes(commodities: string[], configured: Currency[]): Map<string, string> {
  const codes = new Map<string, string>();
  const taken = new Set([...configured.map(({ code }) => code), ...commodities]);
  for (const commodity of commodities) {
    const symbol = SYMBOLS[commodity];
    const earlier = configured.find(({ code, name }) => isPrivate(code) && name === currencyName(commodity));
    if (/^[A-Z]{3}$/.test(commodity)) codes.set(commodity, commodity);
    else if (symbol !== undefined && !commodities.includes(symbol)) codes.set(commodity, symbol);
    else if (earlier) codes.set(commodity, earlier.code);
    else codes.set(commodity, firstFree(taken));
    taken.add(codes.get(commodity)!);
  }
  return codes;
}

/** Returns the name of a new currency. Amounts without a commodity have an empty commodity name. */
export const currencyName = (commodity: string): string => commodity || 'no commodity';

const isPrivate = (code: string): boolean => /^Q[M-Z][A-Z]$/.test(code);

function firstFree(taken: Set<string>): string {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const codes = letters.slice(letters.indexOf('M')).flatMap((second) => letters.map((third) => `Q${second}${third}`));
  const free = codes.find((code) => !taken.has(code));
  if (!free) throw new Error(`the journal has more commodities than the ${codes.length} private currency codes`);
  return free;
}
