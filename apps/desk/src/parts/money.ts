/**
 * An amount as people read it: grouped, with the decimals of its currency. Amounts are never numbers of JavaScript,
 * which round large ones.
 *
 * @param minor whole minor units, such as `-125000`
 * @param decimals of the currency; null, if unknown, shows the minor units
 */
export function money(minor: string, decimals: number | null): string {
  const fraction = decimals ?? 0;
  const isNegative = minor.startsWith('-');
  const digits = (isNegative ? minor.slice(1) : minor).padStart(fraction + 1, '0');
  const whole = digits.slice(0, digits.length - fraction).replace(/\B(?=(\d{3})+$)/g, ',');
  const text = fraction === 0 ? whole : `${whole}.${digits.slice(-fraction)}`;
  return isNegative ? `−${text}` : text;
}
