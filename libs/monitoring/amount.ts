/** An amount in major units is a bigint scaled by this: 12.5 is 1_250_000_000n. */
export const AMOUNT_SCALE = 100_000_000n;
export const AMOUNT_DECIMALS = 8;
export const MAX_AMOUNT_INTEGER_DIGITS = 18;
const MAX_EXACT_NUMBER_DIGITS = 15;

const DECIMAL = /^(-?)([0-9]+)(?:\.([0-9]+))?$/;

/**
 * The amount is invalid. The message starts with `must`, so that the caller can put the name of the field before it.
 */
export class AmountError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'AmountError';
  }
}

/**
 * Reads an amount in major units, exactly.
 *
 * A string is `[-]digits[.digits]`, with up to 18 digits before the point and 8 after it. A number has at most 15
 * digits, at most 8 of them after the point. A binary double represents 15 decimal digits exactly; a longer number may
 * already be rounded.
 *
 * @throws AmountError
 */
export function parseAmount(input: number | string): bigint {
  if (typeof input === 'string') return parseDecimal(input);
  if (typeof input !== 'number') throw new AmountError(`must be a decimal string or a number, not ${typeof input}`);
  return parseDecimal(digitsOf(input));
}

/** Returns the amount as a decimal string without trailing zeros: `12.5`, `-0.01`, `0`. */
export function formatAmount(amount: bigint): string {
  const digits = (amount < 0n ? -amount : amount).toString().padStart(AMOUNT_DECIMALS + 1, '0');
  const whole = digits.slice(0, -AMOUNT_DECIMALS);
  const fraction = digits.slice(-AMOUNT_DECIMALS).replace(/0+$/, '');
  return `${amount < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

/**
 * Reads the result of formatAmount. Allows any number of digits before the point, because a sum can exceed an amount.
 */
export function readFormattedAmount(text: string): bigint {
  const parts = DECIMAL.exec(text);
  const [, sign, whole, fraction = ''] = parts ?? [];
  if (whole === undefined || fraction.length > AMOUNT_DECIMALS) throw new AmountError('must be a decimal string');
  const scaled = BigInt(whole + fraction.padEnd(AMOUNT_DECIMALS, '0'));
  return sign === '-' ? -scaled : scaled;
}

function parseDecimal(text: string): bigint {
  const [, , whole, fraction = ''] = DECIMAL.exec(text) ?? [];
  if (whole === undefined) throw new AmountError('must be a decimal such as "1250.50"');
  if (whole.length > MAX_AMOUNT_INTEGER_DIGITS) {
    throw new AmountError(`must have at most ${MAX_AMOUNT_INTEGER_DIGITS} digits before the point`);
  }
  if (fraction.length > AMOUNT_DECIMALS) {
    throw new AmountError(`must have at most ${AMOUNT_DECIMALS} digits after the point`);
  }
  return readFormattedAmount(text);
}

/** Returns the decimal digits of a JSON number. Throws AmountError when the double may not be exact. */
function digitsOf(input: number): string {
  if (!Number.isFinite(input)) throw new AmountError('must be a finite number');
  const shortest = String(input);
  // Below 0.000001, JavaScript prints an exponent, even if 8 decimals represent the number exactly.
  const text =
    shortest.includes('e-') && Number(input.toFixed(AMOUNT_DECIMALS)) === input ? input.toFixed(8) : shortest;
  if (text.includes('e-')) throw new AmountError(`must have at most ${AMOUNT_DECIMALS} digits after the point`);
  if (text.includes('e') || text.replace(/^-?0*\.?0*/, '').replace('.', '').length > MAX_EXACT_NUMBER_DIGITS) {
    throw new AmountError(
      `must have at most ${MAX_EXACT_NUMBER_DIGITS} digits when it is a JSON number: send it as a decimal string`,
    );
  }
  return text;
}
