import type { BackOfficeClient } from '@probity/platform/http/back-office-client';
import type { Filter } from './list-up-to';

/** The API's largest page. */
const PAGE = 100;

interface PageOfList<Item> {
  items: Item[];
  next: string | null;
}

/**
 * Reads the first items of a list whose pages name the place where the next one begins.
 *
 * @returns the items in place of those of the first page, and whether the list has more
 */
export async function pagesUpTo<Item, Page extends PageOfList<Item>>(
  backOffice: Pick<BackOfficeClient, 'get'>,
  path: string,
  filter: Filter,
  limit: number,
): Promise<Omit<Page, 'next'> & { items: Item[]; more: boolean }> {
  const wanted = Object.entries(filter).filter((pair): pair is [string, string] => pair[1] !== undefined);
  const items: Item[] = [];
  for (let before: string | null = null; ;) {
    const query = new URLSearchParams([...wanted, ['limit', String(Math.min(PAGE, limit - items.length))]]);
    if (before !== null) query.set('before', before);
    const { next, ...page }: Page = await backOffice.get<Page>(`${path}?${query.toString()}`);
    items.push(...page.items);
    if (next === null || items.length >= limit) return { ...page, items, more: next !== null };
    before = next;
  }
}
