import type { BackOfficeClient } from '@probity/platform/http/back-office-client';

/** The most that the API answers at once. */
const PAGE = 100;

/** Which items of a list are wanted; what is undefined does not matter. */
export type Filter = Record<string, string | undefined>;

export interface PartOfList<Item> {
  items: Item[];
  /** whether the list goes on after them */
  more: boolean;
}

/**
 * Reads the first items of a list.
 *
 * @param limit `Infinity` reads the list to its end
 */
export async function listUpTo<Item>(
  backOffice: Pick<BackOfficeClient, 'get'>,
  path: string,
  filter: Filter,
  limit: number,
): Promise<PartOfList<Item>> {
  const wanted = Object.entries(filter).filter((pair): pair is [string, string] => pair[1] !== undefined);
  const items: Item[] = [];
  for (;;) {
    // One more than is wanted tells whether there are more.
    const size = Math.min(PAGE, limit + 1 - items.length);
    const page = [
      ['limit', String(size)],
      ['offset', String(items.length)],
    ] satisfies [string, string][];
    const found = await backOffice.get<Item[]>(`${path}?${new URLSearchParams([...wanted, ...page]).toString()}`);
    for (const item of found) items.push(item);
    if (items.length > limit) return { items: items.slice(0, limit), more: true };
    if (found.length < size) return { items, more: false };
  }
}

/** What to say under a list that was cut off. */
export const moreText = ({ items, more }: PartOfList<unknown>): string =>
  more ? `\nThere are more than these ${items.length.toLocaleString('en-US')}; --limit shows more of them.` : '';
