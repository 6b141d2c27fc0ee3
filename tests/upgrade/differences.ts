/** Fields that say when the answer itself was made. */
const OF_THE_MOMENT = new Set(['generated_at', 'verified_at']);

/**
 * Where a new answer lacks something of an old one, as paths with both values. New fields are no difference; the
 * items of a list and their order must stay.
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
