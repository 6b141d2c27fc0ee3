/** The value of a message as JSON; undefined when it is not JSON. */
export function jsonOf(value: Buffer | null): unknown {
  if (value === null) return undefined;
  try {
    return JSON.parse(value.toString()) as unknown;
  } catch {
    return undefined;
  }
}
