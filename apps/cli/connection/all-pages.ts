import type { BackOfficeClient } from '@probity/platform/http/back-office-client';

/** The most that the API answers at once. */
const PAGE = 100;

/** Reads a list to its end. */
export async function allPages<Item>(backOffice: Pick<BackOfficeClient, 'get'>, path: string): Promise<Item[]> {
  const items: Item[] = [];
  for (;;) {
    const page = await backOffice.get<Item[]>(`${path}?limit=${PAGE}&offset=${items.length}`);
    for (const item of page) items.push(item);
    if (page.length < PAGE) return items;
  }
}
