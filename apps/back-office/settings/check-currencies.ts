import type { ComplianceSettings } from '@probity/contracts/settings/compliance-settings';

type Monitoring = ComplianceSettings['monitoring'];

/** The codes of ISO 4217 that Node.js knows. Its list comes from Unicode CLDR. */
const ISO_4217: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/**
 * The problems of a change of the reference currency and the rates, whose forms are valid. What the settings had before
 * is not checked again, so that it prevents no other change.
 *
 * @param currencies the codes of the tenant's currencies; they may be others than those of ISO 4217
 */
export function currencyProblems(before: Monitoring, after: Monitoring, currencies: readonly string[]): string[] {
  const problems: string[] = [];
  const { reference_currency, rates } = after;
  const isKnown = (code: string): boolean => ISO_4217.has(code) || currencies.includes(code);
  if (reference_currency !== null && reference_currency !== before.reference_currency && !isKnown(reference_currency)) {
    problems.push(`monitoring.reference_currency is ${reference_currency}, which ${UNKNOWN}`);
  }
  for (const code of Object.keys(rates)) {
    if (!Object.hasOwn(before.rates, code) && !isKnown(code)) {
      problems.push(`monitoring.rates.${code} is the rate of a currency that ${UNKNOWN}`);
    }
  }
  return [...problems, ...outdatedRates(before, after)];
}

const UNKNOWN = 'is not in ISO 4217 and is no currency of the tenant; correct the code, or add the currency first';

/** A rate refers to the reference currency. An equal rate by chance can be written with another number of zeros. */
function outdatedRates(before: Monitoring, { reference_currency, rates }: Monitoring): string[] {
  if (reference_currency === before.reference_currency || reference_currency === null) return [];
  return Object.entries(rates).flatMap(([code, rate]) => {
    if (rate !== before.rates[code]) return [];
    return [
      `monitoring.rates.${code} is still ${rate}, which converts to ${before.reference_currency}, but ` +
        `monitoring.reference_currency changes to ${reference_currency}; set the rate to ${reference_currency}, or remove it with null`,
    ];
  });
}
