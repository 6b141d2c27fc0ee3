/**
 * The canonical form of a JSON value (RFC 8785): keys sorted by UTF-16 code units, no white space, numbers and strings
 * in the form of `JSON.stringify`. Undefined members are left out.
 *
 * Probity does not use a library for this, because libraries do not sort an object with a member named `toJSON`, and
 * clients can send such an object.
 */
export function canonicalJson(value: unknown): string {
  if (typeof value === 'string') return quoted(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const object = value as Record<string, unknown>;
  let members = '';
  for (const key of sorted(Object.keys(object))) {
    if (object[key] === undefined) continue;
    members += `${members === '' ? '' : ','}${quoted(key)}:${canonicalJson(object[key])}`;
  }
  return `{${members}}`;
}

const FEW = 16;

/** Sorts in place by UTF-16 code units. Most objects have few keys, and then this takes a fraction of the time of `sort`. */
function sorted(keys: string[]): string[] {
  if (keys.length > FEW) return keys.sort();
  for (let next = 1; next < keys.length; next++) {
    const key = keys[next]!;
    let at = next;
    for (; at > 0 && keys[at - 1]! > key; at--) keys[at] = keys[at - 1]!;
    keys[at] = key;
  }
  return keys;
}

/** Texts of which JSON.stringify escapes nothing: no control characters, quotes, backslashes and surrogates. */
const PLAIN = /^[ !#-[\]-\ud7ff\ue000-\uffff]*$/;
const SHORT = 100;

/** The JSON of a text. Most are short and plain, and a call of JSON.stringify for each takes twice as long. */
export const quoted = (text: string): string =>
  text.length <= SHORT && PLAIN.test(text) ? `"${text}"` : JSON.stringify(text);
