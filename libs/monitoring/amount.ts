/** An amount in major units is a bigint scaled by this: 12.5 is 1_250_000_000n. */
export const AMOUNT_SCALE = 100_000_000n;
export const AMOUNT_DECIMALS = 8;
export const MAX_AMOUNT_INTEGER_DIGITS = 18;
const MAX_EXACT_NUMBER_DIGITS = 15;

const DECIMAL = /^(-?)([0-9]+)(?:\.([0-9]+))?$/;

/** An amount that cannot be read. The message starts with `must`, so that the field's name goes before it. */
export class AmountError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'AmountError';
  }
}

/**
 * Reads an amount in major units, exactly.
 *
 * A string is `[-]digits[.digits]`, with up to 18 digits before the point and 8 after it. A number has at
 * most 15 digits and 8 of them after the point: any decimal of 15 digits survives the way through a
 * binary double and back, longer ones may have changed before they arrive here.
 *
 * @throws AmountError
 */
export function parseAmount(input: number | string): bigint {
  if (typeof input === 'string') return parseDecimal(input);
  if (typeof input !== 'number') throw new AmountError(`must be a decimal string or a number, not ${typeof input}`);
  return parseDecimal(digitsOf(input));
}

/** The amount as a decimal string without needless zeros: `12.5`, `-0.01`, `0`. */
export function formatAmount(amount: bigint): string {
  const digits = (amount < 0n ? -amount : amount).toString().padStart(AMOUNT_DECIMALS + 1, '0');
  const whole = digits.slice(0, -AMOUNT_DECIMALS);
  const fraction = digits.slice(-AMOUNT_DECIMALS).replace(/0+$/, '');
  return `${amount < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

/** What formatAmount wrote, whatever its length: a sum may have more digits than an amount. */
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

/** The decimal that a JSON number stood for, or a refusal when a double cannot tell. */
function digitsOf(input: number): string {
  if (!Number.isFinite(input)) throw new AmountError('must be a finite number');
  const shortest = String(input);
  // Below 0.000001 the shortest form has an exponent, although 8 decimals may say it all.
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
