import type { BackOfficeClient } from '@probity/platform/http/back-office-client';

/** The API's largest page. */
const PAGE = 100;

/** Query parameters by name; an undefined value is left out. */
export type Filter = Record<string, string | undefined>;

export interface PartOfList<Item> {
  items: Item[];
  /** whether the list has more items */
  more: boolean;
}

/**
 * Reads the first items of a list.
 *
 * @param limit `Infinity` reads the whole list
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
    // One item more than requested shows whether the list has more items.
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

/** The note below a list that has more items. */
export const moreText = ({ items, more }: PartOfList<unknown>): string =>
  more ? `\nOnly the first ${items.length.toLocaleString('en-US')} are shown; --limit shows more.` : '';
