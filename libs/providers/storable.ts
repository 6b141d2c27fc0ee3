import { isObject } from '@probity/platform/is-object';

/** Canonical JSON and Postgres read nested values by recursion, so a deep value would exhaust the stack. */
const MAX_DEPTH = 40;
const REPLACEMENT = '\uFFFD';

export class TooDeep extends Error {
  constructor() {
    super(`values must not be nested deeper than ${MAX_DEPTH} levels`);
    this.name = 'TooDeep';
  }
}

/**
 * A copy of what a plugin made of a provider's data that can be stored and hashed. U+FFFD takes the place of U+0000
 * and of lone surrogates, null that of numbers out of range: a rejection counts, whatever characters its comment has.
 *
 * @throws TooDeep
 */
export function storable(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return storableText(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (Array.isArray(value)) return nested(depth, () => value.map((item) => storable(item, depth + 1)));
  if (!isObject(value)) return value;
  const fields = (): [string, unknown][] =>
    Object.entries(value).map(([name, inside]) => [storableText(name), storable(inside, depth + 1)]);
  return Object.fromEntries(nested(depth, fields));
}

const storableText = (text: string): string => text.toWellFormed().replaceAll('\u0000', REPLACEMENT);

function nested<T>(depth: number, work: () => T): T {
  if (depth >= MAX_DEPTH) throw new TooDeep();
  return work();
}
