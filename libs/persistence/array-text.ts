/** Texts that need no quotes in an array: ids, hashes, numbers and times. */
const PLAIN = /^[\w.:+-]+$/;
const NULL = 'null';

/**
 * An array as Postgres reads it ("Array Input and Output Syntax" in its manual). The driver could write it too, and takes
 * several times as long: it escapes each element twice.
 */
export function arrayText(values: readonly (string | number | null)[]): string {
  let text = '{';
  for (const [index, value] of values.entries()) text += `${index === 0 ? '' : ','}${elementText(value)}`;
  return `${text}}`;
}

function elementText(value: string | number | null): string {
  if (value === null) return NULL;
  const text = String(value);
  if (PLAIN.test(text) && text.toLowerCase() !== NULL) return text;
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}
