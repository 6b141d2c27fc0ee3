import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../api/client';
import type { InsightFilters } from './filters';

export const insightsQuery = (slug: string, period: InsightFilters) =>
  queryOptions({
    queryKey: ['insights', slug, period],
    queryFn: () =>
      dataOf(api.GET('/api/v1/tenants/{slug}/insights', { params: { path: { slug }, query: { ...period } } })),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  });
