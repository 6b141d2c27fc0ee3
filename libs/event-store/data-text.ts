const texts = new WeakMap<object, string>();

/**
 * The data of an event as JSON. It is written once for each object, however many need it: a MAC, a hash, the store. So the
 * data of an event must not change after the event was made.
 *
 * @throws TypeError when it cannot be JSON
 */
export function dataText(data: unknown): string {
  if (typeof data !== 'object' || data === null) return JSON.stringify(data);
  let text = texts.get(data);
  if (text === undefined) texts.set(data, (text = JSON.stringify(data)));
  return text;
}
