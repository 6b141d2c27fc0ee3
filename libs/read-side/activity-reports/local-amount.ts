import type { ComplianceSettings } from '@probity/contracts/settings/compliance-settings';
import { AMOUNT_SCALE, parseAmount } from '@probity/monitoring/amount';

/** A whole number of units as a decimal with two decimals; half is rounded up. */
function withTwoDecimals(value: bigint, unit: bigint): string {
  const cents = (value * 200n + unit) / (unit * 2n);
  const digits = cents.toString().padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

export interface LocalAmount {
  amount_local: string | null;
  rate: string | null;
}

/**
 * An amount in the currency of the reporting entity, with two decimals.
 *
 * @param amount in major units, a decimal string without a sign
 * @returns null where no rate to that currency is known: the rates of the settings are to the reference currency
 */
export function localAmount(
  amount: string,
  currency: string,
  local: string | null,
  { reference_currency, rates }: ComplianceSettings['monitoring'],
): LocalAmount {
  const value = parseAmount(amount);
  if (currency === local) return { amount_local: withTwoDecimals(value, AMOUNT_SCALE), rate: null };
  const rate = local !== null && local === reference_currency ? (rates[currency] ?? null) : null;
  if (rate === null) return { amount_local: null, rate: null };
  return { amount_local: withTwoDecimals(value * parseAmount(rate), AMOUNT_SCALE * AMOUNT_SCALE), rate };
}
