import { isObject } from '@probity/platform/is-object';

/** The value that a JSON pointer (RFC 6901) leads to; undefined when there is none. */
export function at(value: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((inside: unknown, part) => member(inside, part), value);
}

const member = (value: unknown, name: string): unknown => {
  if (Array.isArray(value)) return /^(0|[1-9]\d*)$/.test(name) ? (value as unknown[])[Number(name)] : undefined;
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
};

/** A text or a number as text; undefined for all else and for an empty text. */
export function textAt(value: unknown, pointer: string): string | undefined {
  const found = at(value, pointer);
  return (typeof found === 'string' && found !== '') || typeof found === 'number' ? String(found) : undefined;
}

/** What a source means: the value of a pointer, or the text itself. */
export const sourceOf = (value: unknown, source: string): string | undefined =>
  source.startsWith('/') ? textAt(value, source) : source;

/** The values that are there, by their names. */
export function metadataOf(value: unknown, pointers: Record<string, string> = {}): Record<string, unknown> {
  const found = Object.entries(pointers).map(([name, pointer]): [string, unknown] => [name, at(value, pointer)]);
  return Object.fromEntries(found.filter(([, inside]) => inside !== undefined));
}

const PLACEHOLDER = /\{\{(\/[^}]*)\}\}/g;
const WHOLE = /^\{\{(\/[^}]*)\}\}$/;

/**
 * Fills the placeholders of a JSON template. A text that is one placeholder becomes the value itself, of any type,
 * and its field is left out when there is no value. Inside of a longer text a missing value is empty.
 */
export function filled(template: unknown, values: unknown): unknown {
  if (typeof template === 'string') {
    const whole = WHOLE.exec(template);
    return whole ? at(values, whole[1]!) : interpolated(template, values, (text) => text);
  }
  if (Array.isArray(template)) return template.map((item) => filled(item, values) ?? null);
  if (!isObject(template)) return template;
  const fields = Object.entries(template).map(([name, inside]): [string, unknown] => [name, filled(inside, values)]);
  return Object.fromEntries(fields.filter(([, inside]) => inside !== undefined));
}

/** Fills the placeholders of a path; no value can change its structure. */
export const filledPath = (template: string, values: unknown): string =>
  interpolated(template, values, encodeURIComponent);

const interpolated = (template: string, values: unknown, encode: (text: string) => string): string =>
  template.replaceAll(PLACEHOLDER, (_, pointer: string) => encode(textAt(values, pointer) ?? ''));
