const SYMBOLS: Record<string, string> = { $: 'USD', '€': 'EUR', '£': 'GBP', '¥': 'JPY' };

/** A currency of the tenant, as the API lists it. */
export interface Currency {
  code: string;
  name: string;
  minor_unit_decimals: number;
}

/**
 * A three-letter code for every commodity: its own name where that is three capital letters, the
 * ISO code of a usual symbol, else a private code QMA, QMB ... QZZ, whose currency is named like
 * the commodity. No country has or will have the letters QM to QZ (ISO 3166 leaves them to users),
 * so such a code can never be that of a currency.
 *
 * @throws Error when a journal has more commodities than there are private codes
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

/** What a currency is called that the tenant does not have yet. A number without a commodity has none. */
export const currencyName = (commodity: string): string => commodity || 'no commodity';

const isPrivate = (code: string): boolean => /^Q[M-Z][A-Z]$/.test(code);

function firstFree(taken: Set<string>): string {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const codes = letters.slice(letters.indexOf('M')).flatMap((second) => letters.map((third) => `Q${second}${third}`));
  const free = codes.find((code) => !taken.has(code));
  if (!free) throw new Error(`the journal has more commodities than the ${codes.length} private currency codes`);
  return free;
}
