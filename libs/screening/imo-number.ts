const FORM = /^(?:IMO[\s-]*(?:NO\.?|NUMBER)?[\s:.#-]*)?(\d{7})$/i;
/** The same within a name. Without `IMO`, seven digits can be anything. */
const IN_NAME = /(?<![\p{L}\p{N}])IMO[\s:.#-]*(?:(?:NO|NR|NUMBER)[\s:.#-]*)?(\d{7})(?![\p{L}\p{N}])/giu;
/** Of the first six digits. */
const FACTORS = [7, 6, 5, 4, 3, 2];

/**
 * The seven digits of an IMO number, such as `IMO 9187629`. Undefined for other texts, and for a number with a wrong check
 * digit: the last digit must be the last one of the sum of the six others, multiplied by 7, 6, 5, 4, 3 and 2.
 */
export function imoNumber(text: string): string | undefined {
  const digits = FORM.exec(text.trim())?.[1];
  if (digits === undefined) return undefined;
  const sum = FACTORS.reduce((total, factor, i) => total + factor * Number(digits[i]), 0);
  return sum % 10 === Number(digits[6]) ? digits : undefined;
}

/** The IMO numbers in a name, such as `OCEAN PEARL IMO 9187629`. */
export const imoNumbersIn = (name: string): string[] =>
  [...name.normalize('NFKC').matchAll(IN_NAME)].flatMap(([, digits]) => imoNumber(digits!) ?? []);

/** The name without IMO numbers, also wrong ones. */
export const withoutImoNumbers = (name: string): string => name.replace(IN_NAME, ' ').trim();
