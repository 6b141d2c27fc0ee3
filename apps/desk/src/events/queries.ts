import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../api/client';
import { pageQuery } from '../parts/search';
import type { EventFilters } from './filters';

export const eventsQuery = (slug: string, { page, ...filters }: EventFilters) =>
  queryOptions({
    queryKey: ['events', slug, filters, page],
    queryFn: () =>
      dataOf(
        api.GET('/api/v1/tenants/{slug}/events', {
          params: { path: { slug }, query: { ...filters, ...pageQuery(page) } },
        }),
      ),
    placeholderData: keepPreviousData,
  });

export const eventQuery = (slug: string, eventId: string) =>
  queryOptions({
    queryKey: ['event', slug, eventId],
    queryFn: () => dataOf(api.GET('/api/v1/tenants/{slug}/events/{eventId}', { params: { path: { slug, eventId } } })),
  });
