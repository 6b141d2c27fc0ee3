/** The JSON that a message's value is; undefined when it is none. */
export function jsonOf(value: Buffer | null): unknown {
  if (value === null) return undefined;
  try {
    return JSON.parse(value.toString()) as unknown;
  } catch {
    return undefined;
  }
}
