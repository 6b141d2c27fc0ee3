import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../api/client';
import { pollMs } from '../live/live';
import { pageQuery } from '../parts/search';
import type { CaseFilters } from './filters';

export const casesQuery = (slug: string, { page, ...filters }: CaseFilters) =>
  queryOptions({
    queryKey: ['cases', slug, filters, page],
    queryFn: () =>
      dataOf(
        api.GET('/api/v1/tenants/{slug}/cases', {
          params: { path: { slug }, query: { ...filters, ...pageQuery(page) } },
        }),
      ),
    placeholderData: keepPreviousData,
  });

export const caseQuery = (slug: string, caseId: string) =>
  queryOptions({
    queryKey: ['case', slug, caseId],
    queryFn: () => dataOf(api.GET('/api/v1/tenants/{slug}/cases/{caseId}', { params: { path: { slug, caseId } } })),
    refetchInterval: pollMs,
  });
