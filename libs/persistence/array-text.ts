/** Texts that need no quotes in an array: ids, hashes, numbers and times. */
const PLAIN = /^[\w.:+-]+$/;
const NULL = 'null';
const ISO_LENGTH = 24;

/**
 * An array as Postgres reads it ("Array Input and Output Syntax" in its manual); undefined when it has other values than
 * texts, numbers, booleans, times and nulls, and the driver must write it. The driver could write every array, and takes
 * several times as long: it escapes each element twice.
 */
export function arrayText(values: readonly unknown[]): string | undefined {
  let text = '';
  for (const value of values) {
    const element = elementText(value);
    if (element === undefined) return undefined;
    text += text === '' ? element : `,${element}`;
  }
  return `{${text}}`;
}

function elementText(value: unknown): string | undefined {
  if (value === null || value === undefined) return NULL;
  if (typeof value === 'string') return quoted(value);
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value);
  return value instanceof Date ? timeText(value) : undefined;
}

/** Postgres reads no year of more than four digits in this form. */
function timeText(time: Date): string | undefined {
  const text = time.toISOString();
  return text.length === ISO_LENGTH ? text : undefined;
}

const quoted = (text: string): string =>
  PLAIN.test(text) && text.toLowerCase() !== NULL ? text : `"${text.replace(/["\\]/g, '\\$&')}"`;
