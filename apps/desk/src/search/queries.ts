import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../api/client';
import { pageQuery } from '../parts/search';

const MAX_IN_PALETTE = 8;

/** Without text, nothing is asked. */
const found = (slug: string, text: string, page: { limit: number; offset: number }) =>
  queryOptions({
    queryKey: ['search', slug, text, page],
    queryFn: () =>
      dataOf(
        api.GET('/api/v1/tenants/{slug}/customers/search', {
          params: { path: { slug }, query: { q: text, ...page } },
        }),
      ),
    placeholderData: keepPreviousData,
  });

export const searchQuery = (slug: string, text: string, page?: number) => ({
  ...found(slug, text, pageQuery(page)),
  enabled: text !== '',
});

/** The best customers for a text of two letters or more. */
export const paletteQuery = (slug: string, text: string, mayRead: boolean) => ({
  ...found(slug, text, { limit: MAX_IN_PALETTE, offset: 0 }),
  enabled: mayRead && text.length > 1,
});
