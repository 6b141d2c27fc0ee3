import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../api/client';
import { pageQuery } from '../parts/search';
import type { ListFilters } from './filters';

const LIVE_MS = 2_000;
const RUNNING = new Set(['open', 'sealed']);

export const listsQuery = (slug: string) =>
  queryOptions({
    queryKey: ['lists', slug],
    queryFn: () => dataOf(api.GET('/api/v1/tenants/{slug}/watchlists', { params: { path: { slug } } })),
  });

/** From where the shared lists are fetched. */
export const sourcesQuery = (slug: string) =>
  queryOptions({
    queryKey: ['list-sources', slug],
    queryFn: () => dataOf(api.GET('/api/v1/watchlists/sources')),
  });

/** Read again every two seconds while an import runs. */
export const importsQuery = (list: string, page?: number) =>
  queryOptions({
    queryKey: ['imports', list, page],
    queryFn: () =>
      dataOf(api.GET('/api/v1/watchlists/{list}/imports', { params: { path: { list }, query: pageQuery(page) } })),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data?.some(({ status }) => RUNNING.has(status)) ? LIVE_MS : false),
  });

export const entriesQuery = (slug: string, { name, page }: ListFilters) =>
  queryOptions({
    queryKey: ['entries', slug, name, page],
    queryFn: () =>
      dataOf(
        api.GET('/api/v1/tenants/{slug}/watchlist-entries', {
          params: { path: { slug }, query: { name, ...pageQuery(page) } },
        }),
      ),
    placeholderData: keepPreviousData,
  });
