import { transliterate } from './names/transliterate';

/** Short identifiers of vessels and aircraft. They are compared only with their own kind. */
export const CALL_SIGN = 'call sign';
export const TAIL_NUMBER = 'tail number';
export const SERIAL_NUMBER = 'aircraft serial number';

const SHORTEST = 4;
/** Of a serial number, which alone makes no match if it is so short. */
const SHORTEST_SERIAL_NUMBER = 2;

/** What people write before the mark, in capital letters. */
const LABELS: Readonly<Record<string, string>> = {
  [CALL_SIGN]: String.raw`C\s*/\s*S|C\.\s*S\.|CS\s*:|CALL[\s-]*SIGN`,
  [TAIL_NUMBER]: String.raw`TAIL|REGISTRATION|REGN?\b`,
  [SERIAL_NUMBER]: String.raw`MSN|SERIAL|[SC]\s*/\s*N|[SC]N\b`,
};
const PATTERNS = new Map(
  Object.entries(LABELS).map(([kind, label]) => [
    kind,
    new RegExp(String.raw`^[^\p{L}\p{N}]*(?:${label})\W*(?:(?:NO|NR|NUMBER|MARK)\b\W*)?(?=[\p{L}\p{N}])`, 'u'),
  ]),
);

/** Capital letters of Cyrillic and Greek, each before the Latin one that looks like it. */
const LOOKALIKES: ReadonlyMap<string, string> = new Map(
  'АA ВB ЕE КK МM НH ОO РP СC ТT УY ХX ІI ЈJ ЅS ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX'
    .split(' ')
    .map(([other, latin]) => [other!, latin!] as const),
);

export const isMark = (kind: string | undefined): kind is string => kind !== undefined && PATTERNS.has(kind);

/**
 * The forms of a mark that are compared, without label and punctuation. A mark with letters of another alphabet has two:
 * with the Latin letters that look like them, and with Latin letters that sound like them.
 */
export function formsOfMark(kind: string, value: string): string[] {
  const text = value.normalize('NFKC').toUpperCase().replace(PATTERNS.get(kind)!, '');
  const written = text.replace(/[^\p{L}\p{N}]/gu, '');
  const forms = /^[A-Z\d]*$/.test(written)
    ? [written]
    : [[...written].map((letter) => LOOKALIKES.get(letter) ?? letter).join(''), spelled(written)];
  const shortest = kind === SERIAL_NUMBER ? SHORTEST_SERIAL_NUMBER : SHORTEST;
  return [...new Set(forms)].filter((form) => form.length >= shortest);
}

/** Whether a serial number has so many characters that other manufacturers hardly gave it, too. */
export const isLongSerialNumber = (form: string): boolean => form.length >= SHORTEST;

const spelled = (text: string): string => transliterate(text, 'cyrillic').toUpperCase();
