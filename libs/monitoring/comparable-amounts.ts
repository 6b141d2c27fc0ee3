import type { ComplianceSettings } from '@probity/contracts/settings/compliance-settings';

/**
 * Whether rules can compare an amount in this currency with the amounts of their thresholds and of other transactions.
 * With a reference currency: if the currency is the reference currency or has a rate. Without one: if the tenant has
 * no other currency than this one, because then all amounts are in the same currency.
 *
 * @param currencies the codes of the currencies that are configured for the tenant; the first two suffice
 */
export function isComparable(
  currency: string,
  { reference_currency, rates }: ComplianceSettings['monitoring'],
  currencies: readonly string[],
): boolean {
  if (reference_currency !== null) return currency === reference_currency || Object.hasOwn(rates, currency);
  return currencies.length === 0 || (currencies.length === 1 && currencies[0] === currency);
}
