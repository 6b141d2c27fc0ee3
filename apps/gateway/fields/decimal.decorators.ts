import { AMOUNT_SCALE, AmountError, formatAmount, parseAmount } from '@probity/monitoring/amount';
import { type About, Field, OptionalField } from '@probity/platform/http/fields/field';
import { rule } from '@probity/platform/http/fields/rule';

const HUNDRED_PERCENT = 100n * AMOUNT_SCALE;

/** The documentation of a decimal: in JSON it may be a number or a string. */
const DECIMAL = {
  oneOf: [{ type: 'number' }, { type: 'string', pattern: '^[0-9]+(\\.[0-9]+)?$' }],
};

/** An amount in major units, greater than zero, as a JSON number or a decimal string. */
export const Amount = (about: About): PropertyDecorator =>
  Field(
    { ...DECIMAL, ...about },
    rule('isAmount', (value, field) =>
      decimalProblem(value, field, (amount) => (amount > 0n ? undefined : 'must be greater than zero')),
    ),
  );

/** A share from 0 to 100, as a JSON number or a decimal string; it may be absent or null. */
export const OptionalPercentage = (about: About): PropertyDecorator =>
  OptionalField(
    { ...DECIMAL, ...about },
    rule('isPercentage', (value, field) =>
      decimalProblem(value, field, (share) =>
        share >= 0n && share <= HUNDRED_PERCENT ? undefined : 'must be from 0 to 100',
      ),
    ),
  );

/** The canonical form of a decimal: a decimal string without redundant zeros. */
export const canonicalDecimal = (value: number | string): string => formatAmount(parseAmount(value));

function decimalProblem(
  value: unknown,
  field: string,
  rangeProblem: (decimal: bigint) => string | undefined,
): string | undefined {
  try {
    const problem = rangeProblem(parseAmount(value as number | string));
    return problem && `${field} ${problem}`;
  } catch (error) {
    if (error instanceof AmountError) return `${field} ${error.message}`;
    throw error;
  }
}
