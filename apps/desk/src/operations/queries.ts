import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../api/client';
import { pageQuery } from '../parts/search';

const LOOK_AGAIN_MS = 5_000;

export const operationsQuery = queryOptions({
  queryKey: ['operations'],
  queryFn: () => dataOf(api.GET('/api/v1/operations')),
  refetchInterval: LOOK_AGAIN_MS,
});

export const backlogsQuery = (page?: number) =>
  queryOptions({
    queryKey: ['backlogs', page],
    queryFn: () => dataOf(api.GET('/api/v1/operations/tenants', { params: { query: pageQuery(page) } })),
    placeholderData: keepPreviousData,
  });

export const deadLettersQuery = (page?: number) =>
  queryOptions({
    queryKey: ['dead-letters', page],
    queryFn: () => dataOf(api.GET('/api/v1/operations/dead-letters', { params: { query: pageQuery(page) } })),
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_AGAIN_MS,
  });
