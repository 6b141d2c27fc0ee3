type Rates = Record<string, string>;

/** One rate per line. */
export const ratesText = (rates: Rates): string =>
  Object.entries(rates)
    .map(([code, rate]) => `${code} ${rate}`)
    .join('\n');

/** Rates stay text: a number of JavaScript would round them. */
export function ratesOf(text: string): { rates: Rates } | { problem: string } {
  const rates: Rates = {};
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const [, code, rate] = /^\s*([A-Za-z]{3})[\s:=]+(\d+(?:\.\d+)?)\s*$/.exec(line) ?? [];
    if (code === undefined || rate === undefined) return { problem: `Line ${index + 1} must be like EUR 1.08.` };
    rates[code.toUpperCase()] = rate;
  }
  return { rates };
}
