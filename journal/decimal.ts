/** An exact decimal number: `digits` divided by 10 to the power of `scale`. */
export interface Decimal {
  readonly digits: bigint;
  readonly scale: number;
}

export const ZERO: Decimal = { digits: 0n, scale: 0 };

const FORM = /^([+-]?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,4}))?$/;

/**
 * Reads `-12.50`, or `1E-8`, the form in which Python writes very small numbers.
 * @throws Error for anything else
 */
export function parseDecimal(text: string): Decimal {
  const [, sign, whole, fraction = '', exponent = '0'] = FORM.exec(text) ?? [];
  if (whole === undefined) throw new Error(`"${text}" is not a decimal number`);
  const digits = BigInt(`${whole}${fraction}`) * (sign === '-' ? -1n : 1n);
  const scale = fraction.length - Number(exponent);
  return scale >= 0 ? { digits, scale } : { digits: digits * power(-scale), scale: 0 };
}

export function add(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale);
  return { digits: digitsAt(a, scale) + digitsAt(b, scale), scale };
}

export const negate = ({ digits, scale }: Decimal): Decimal => ({ digits: -digits, scale });

export function isEqual(a: Decimal, b: Decimal): boolean {
  return add(a, negate(b)).digits === 0n;
}

/** Removes zeros at the end of the fraction. */
export function trimmed({ digits, scale }: Decimal): Decimal {
  while (scale > 0 && digits % 10n === 0n) {
    digits /= 10n;
    scale -= 1;
  }
  return { digits, scale };
}

/** Returns the number in minor units of a currency with `decimals`. @throws Error if it would have to be rounded */
export function toMinorUnits(decimal: Decimal, decimals: number): bigint {
  const { digits, scale } = trimmed(decimal);
  if (scale > decimals) throw new Error(`${formatDecimal(decimal)} has more than ${decimals} decimals`);
  return digitsAt({ digits, scale }, decimals);
}

/** Writes all decimals of the scale: `{ digits: -50n, scale: 2 }` is `-0.50`. */
export function formatDecimal({ digits, scale }: Decimal): string {
  const text = String(digits < 0n ? -digits : digits).padStart(scale + 1, '0');
  const whole = text.slice(0, text.length - scale);
  return `${digits < 0n ? '-' : ''}${whole}${scale === 0 ? '' : `.${text.slice(-scale)}`}`;
}

const digitsAt = ({ digits, scale }: Decimal, wanted: number): bigint => digits * power(wanted - scale);
const power = (exponent: number): bigint => 10n ** BigInt(exponent);
