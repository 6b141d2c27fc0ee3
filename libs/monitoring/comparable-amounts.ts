import type { ComplianceSettings } from '@probity/contracts/settings/compliance-settings';
import type { ActivityFields } from './activity';

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

/** The amount for a rule that does not compare unconverted amounts: null, which is unknown, if it is not comparable. */
export const comparableAmount = ({
  amount,
  comparable,
}: Pick<ActivityFields, 'amount' | 'comparable'>): bigint | null => (comparable ? amount : null);

/** The part of a definition by which a rule decides about unconverted amounts. */
interface Decided {
  compare_unconverted_amounts?: unknown;
}

/**
 * Whether a rule compares amounts that are not comparable, as if they were converted. A stored definition without a
 * decision is older than this choice: it compares them, as it did then.
 */
export const comparesUnconverted = ({ compare_unconverted_amounts }: Decided): boolean =>
  compare_unconverted_amounts !== false;

/** Whether a stored definition is older than the choice to compare unconverted amounts. */
export const isUndecided = ({ compare_unconverted_amounts }: Decided): boolean =>
  compare_unconverted_amounts === undefined;

/**
 * The definition with its decision about unconverted amounts written out. Without one, a change keeps what the rule
 * had, and a new rule does not compare them.
 *
 * @param before the stored definition that this one changes; undefined for a new rule
 */
export function decided(
  definition: Record<string, unknown>,
  before?: Record<string, unknown>,
): Record<string, unknown> {
  if (!isUndecided(definition) || (before && isUndecided(before))) return definition;
  return { ...definition, compare_unconverted_amounts: before?.compare_unconverted_amounts ?? false };
}
