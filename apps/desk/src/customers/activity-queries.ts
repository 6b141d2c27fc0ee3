import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../api/client';
import { PAGE_SIZE } from '../parts/search';
import type { CustomerPartFilters } from './filters';

const params = (slug: string, customerId: string) => ({ path: { slug, customerId } });
/** The first page begins nowhere. */
const atFirst = (): string | undefined => undefined;

/** What happened to a customer, page by page. */
export const timelineQuery = (slug: string, customerId: string, kinds: string | undefined, limit = PAGE_SIZE) =>
  infiniteQueryOptions({
    queryKey: ['timeline', slug, customerId, kinds, limit],
    queryFn: ({ pageParam: before }) =>
      dataOf(
        api.GET('/api/v1/tenants/{slug}/customers/{customerId}/timeline', {
          params: { ...params(slug, customerId), query: { limit, before, kinds } },
        }),
      ),
    initialPageParam: atFirst(),
    getNextPageParam: ({ next }) => next ?? undefined,
  });

export type TransactionFilters = Pick<
  CustomerPartFilters,
  'direction' | 'counterparty' | 'min_amount' | 'max_amount' | 'from' | 'to'
>;

export const transactionsQuery = (slug: string, customerId: string, filters: TransactionFilters) =>
  infiniteQueryOptions({
    queryKey: ['transactions', slug, customerId, filters],
    queryFn: ({ pageParam: before }) =>
      dataOf(
        api.GET('/api/v1/tenants/{slug}/customers/{customerId}/transactions', {
          params: { ...params(slug, customerId), query: { ...filters, limit: PAGE_SIZE, before } },
        }),
      ),
    initialPageParam: atFirst(),
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
  });

export const sumsQuery = (slug: string, customerId: string, query: Pick<CustomerPartFilters, 'from' | 'to' | 'by'>) =>
  queryOptions({
    queryKey: ['transaction-sums', slug, customerId, query],
    queryFn: () =>
      dataOf(
        api.GET('/api/v1/tenants/{slug}/customers/{customerId}/transactions/sums', {
          params: { ...params(slug, customerId), query },
        }),
      ),
    placeholderData: keepPreviousData,
  });

export const networkQuery = (slug: string, customerId: string) =>
  queryOptions({
    queryKey: ['network', slug, customerId],
    queryFn: () =>
      dataOf(api.GET('/api/v1/tenants/{slug}/customers/{customerId}/network', { params: params(slug, customerId) })),
  });
