/** Fields with the time of the response itself. */
const OF_THE_MOMENT = new Set(['generated_at', 'verified_at']);

/**
 * Texts that a read composes for people from codes and data, which are compared. A later version may word them
 * better. A reason for enhanced due diligence begins with its code.
 */
const COMPOSED = [/\.(checks|compliance_flags)\[\d+\]\.detail$/, /\.edd_reasons\[\d+\]$/];
const codeOf = (text: string): string => /^[a-z_]+(?=: )/.exec(text)?.[0] ?? '';

/** Fields that a later version leaves out of a list, because they may be large. The item itself still has them. */
const LEFT_OUT = [/\/events\?[^ ]*\.data\[\d+\]\.(payload|stages\[\d+\]\.evidence)$/];

/**
 * Returns the differences between an old response and a new one, as paths with both values. New fields are not
 * a difference, and neither is a field that lists leave out. The items of a list and their order must be the same.
 */
export function differences(old: unknown, now: unknown, path = ''): string[] {
  if (now === undefined && LEFT_OUT.some((form) => form.test(path))) return [];
  if (Array.isArray(old) && Array.isArray(now)) {
    if (old.length !== now.length) return [`${path}: ${old.length} items, now ${now.length}`];
    return old.flatMap((item, index) => differences(item, now[index], `${path}[${index}]`));
  }
  if (isObject(old) && isObject(now)) {
    return Object.entries(old)
      .filter(([field]) => !OF_THE_MOMENT.has(field))
      .flatMap(([field, value]) => differences(value, now[field], `${path}.${field}`));
  }
  if (typeof old === 'string' && typeof now === 'string' && COMPOSED.some((form) => form.test(path))) {
    return now !== '' && codeOf(old) === codeOf(now) ? [] : [`${path}: ${shown(old)}, now ${shown(now)}`];
  }
  return Object.is(old, now) ? [] : [`${path}: ${shown(old)}, now ${shown(now)}`];
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const shown = (value: unknown): string => (value === undefined ? 'missing' : JSON.stringify(value).slice(0, 100));
