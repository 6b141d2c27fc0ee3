import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../api/client';
import { pageQuery } from '../parts/search';
import type { AlertFilters } from './filters';

const LIVE_MS = 5_000;

/** One page of the queue and one alert more, if there is one. */
export const alertsQuery = (slug: string, { page, status = 'open', ...filters }: AlertFilters) =>
  queryOptions({
    queryKey: ['alerts', slug, status, filters, page],
    queryFn: () =>
      dataOf(
        api.GET('/api/v1/tenants/{slug}/alerts', {
          params: { path: { slug }, query: { ...filters, status, ...pageQuery(page) } },
        }),
      ),
    placeholderData: keepPreviousData,
    refetchInterval: LIVE_MS,
  });

export const alertQuery = (slug: string, alertId: string) =>
  queryOptions({
    queryKey: ['alert', slug, alertId],
    queryFn: () => dataOf(api.GET('/api/v1/tenants/{slug}/alerts/{alertId}', { params: { path: { slug, alertId } } })),
    refetchInterval: LIVE_MS,
  });
