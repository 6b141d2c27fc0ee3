/**
 * The canonical form of a JSON value (RFC 8785): keys sorted by UTF-16 code units, no white space, numbers and strings
 * in the form of `JSON.stringify`. Undefined members are left out.
 *
 * Probity does not use a library for this, because libraries do not sort an object with a member named `toJSON`, and
 * clients can send such an object.
 */
export function canonicalJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const object = value as Record<string, unknown>;
  let members = '';
  for (const key of Object.keys(object).sort()) {
    if (object[key] === undefined) continue;
    members += `${members === '' ? '' : ','}${JSON.stringify(key)}:${canonicalJson(object[key])}`;
  }
  return `{${members}}`;
}
