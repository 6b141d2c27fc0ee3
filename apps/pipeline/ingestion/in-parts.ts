/**
 * Of the content of one event in the event store, in characters, because EventStoreDB limits it. An item that is larger
 * comes alone.
 */
export const MAX_CONTENT = 262_144;

/**
 * Splits items into parts: each has items of one tenant, in their order, and is not too large for an event.
 *
 * @param lengthOf in characters
 */
export function inParts<T>(items: T[], tenantOf: (item: T) => string, lengthOf: (item: T) => number): T[][] {
  const parts: T[][] = [];
  const open = new Map<string, { part: T[]; length: number }>();
  for (const item of items) {
    const [tenant, length] = [tenantOf(item), lengthOf(item)];
    const last = open.get(tenant);
    if (last && last.length + length <= MAX_CONTENT) {
      last.part.push(item);
      last.length += length;
    } else {
      const part = [item];
      parts.push(part);
      open.set(tenant, { part, length });
    }
  }
  return parts;
}
