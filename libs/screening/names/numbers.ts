/** Values of numbers in words. An ordinal has the value of its number. */
const UNITS = words(
  'zero:0 one:1 two:2 three:3 four:4 five:5 six:6 seven:7 eight:8 nine:9 ten:10 eleven:11 twelve:12 thirteen:13 fourteen:14 fifteen:15 sixteen:16 ' +
    'seventeen:17 eighteen:18 nineteen:19 first:1 second:2 third:3 fourth:4 fifth:5 sixth:6 seventh:7 eighth:8 ninth:9 tenth:10 eleventh:11 twelfth:12 thirteenth:13 fourteenth:14 fifteenth:15 sixteenth:16 seventeenth:17 eighteenth:18 nineteenth:19 ' +
    'premier:1 premiere:1 deuxieme:2 troisieme:3 primero:1 primera:1 segundo:2 segunda:2 tercero:3 tercera:3 erste:1 erster:1 erstes:1 zweite:2 dritte:3 pervyi:1 pervyy:1 pervaya:1 vtoroi:2 vtoroy:2 tretii:3 tretiy:3',
);
const TENS = words(
  'twenty:20 thirty:30 forty:40 fourty:40 fifty:50 sixty:60 seventy:70 eighty:80 ninety:90 twentieth:20 thirtieth:30 fortieth:40 fiftieth:50 sixtieth:60',
);
const LARGE = words('hundred:100 thousand:1000');
const ORDINAL = /^(\d+)(st|nd|rd|th|er|eme|ere|a|o|i|ii|iy|y|yi|ya)$/;
const ROMAN = /^(?=[ivxlc])(c{0,3})(xc|xl|l?x{0,3})(ix|iv|v?i{0,3})$/;

function words(table: string): ReadonlyMap<string, number> {
  return new Map(table.split(' ').map((pair) => [pair.split(':')[0]!, Number(pair.split(':')[1])]));
}

/** Returns the number that begins at word `at`, in digits or in words, and its number of words. */
export function numberAt(texts: readonly string[], at: number): { digits: string; words: number } | undefined {
  const text = texts[at]!;
  const ordinal = ORDINAL.exec(text);
  if (ordinal) return { digits: withoutZeros(ordinal[1]!), words: 1 };
  const first = value(text);
  if (first === undefined) return undefined;
  let total = first.value;
  let last = first;
  let i = at + 1;
  for (; i < texts.length; i++) {
    const next = value(texts[i]!);
    if (!next) break;
    if (LARGE.has(texts[i]!) && total > 0 && total < next.value) total *= next.value;
    else if (last.round && next.value > 0 && next.value < last.magnitude) total += next.value;
    else break;
    last = next;
  }
  return { digits: /^\d+$/.test(text) && i === at + 1 ? withoutZeros(text) : String(total), words: i - at };
}

interface Value {
  value: number;
  /** a smaller number can follow and is added */
  round: boolean;
  magnitude: number;
}

function value(text: string): Value | undefined {
  const unit = UNITS.get(text);
  if (unit !== undefined) return { value: unit, round: false, magnitude: 1 };
  const ten = TENS.get(text);
  if (ten !== undefined) return { value: ten, round: true, magnitude: 10 };
  const large = LARGE.get(text);
  if (large !== undefined) return { value: large, round: true, magnitude: large };
  if (/^\d{1,15}$/.test(text)) return { value: Number(text), round: false, magnitude: 1 };
  return undefined;
}

const withoutZeros = (digits: string): string => digits.replace(/^0+(?=\d)/, '');

/** Returns the value of a Roman numeral below 400 in lower case, or undefined. */
export function romanValue(text: string): number | undefined {
  if (text.length > 7 || !ROMAN.test(text)) return undefined;
  const values: Record<string, number> = { i: 1, v: 5, x: 10, l: 50, c: 100 };
  let total = 0;
  for (let i = 0; i < text.length; i++) {
    const own = values[text[i]!]!;
    total += own < (values[text[i + 1]!] ?? 0) ? -own : own;
  }
  return total;
}
