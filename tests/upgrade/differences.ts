/** Fields with the time of the response itself. */
const OF_THE_MOMENT = new Set(['generated_at', 'verified_at']);

/**
 * Returns the differences between an old response and a new one, as paths with both values. New fields are not
 * a difference. The items of a list and their order must be the same.
 */
export function differences(old: unknown, now: unknown, path = ''): string[] {
  if (Array.isArray(old) && Array.isArray(now)) {
    if (old.length !== now.length) return [`${path}: ${old.length} items, now ${now.length}`];
    return old.flatMap((item, index) => differences(item, now[index], `${path}[${index}]`));
  }
  if (isObject(old) && isObject(now)) {
    return Object.entries(old)
      .filter(([field]) => !OF_THE_MOMENT.has(field))
      .flatMap(([field, value]) => differences(value, now[field], `${path}.${field}`));
  }
  return Object.is(old, now) ? [] : [`${path}: ${shown(old)}, now ${shown(now)}`];
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const shown = (value: unknown): string => (value === undefined ? 'missing' : JSON.stringify(value).slice(0, 100));
