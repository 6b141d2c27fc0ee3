import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../api/client';
import { pageQuery } from '../parts/search';
import type { CustomerFilters } from './filters';

export const customersQuery = (slug: string, { page, ...filters }: CustomerFilters) =>
  queryOptions({
    queryKey: ['customers', slug, filters, page],
    queryFn: () =>
      dataOf(
        api.GET('/api/v1/tenants/{slug}/customers', {
          params: { path: { slug }, query: { ...filters, ...pageQuery(page) } },
        }),
      ),
    placeholderData: keepPreviousData,
  });

export const riskViewQuery = (slug: string, customerId: string) =>
  queryOptions({
    queryKey: ['risk-view', slug, customerId],
    queryFn: () =>
      dataOf(
        api.GET('/api/v1/tenants/{slug}/customers/{customerId}/risk-view', { params: { path: { slug, customerId } } }),
      ),
  });

export const riskHistoryQuery = (slug: string, customerId: string) =>
  queryOptions({
    queryKey: ['risk-history', slug, customerId],
    queryFn: () =>
      dataOf(
        api.GET('/api/v1/tenants/{slug}/customers/{customerId}/risk-history', {
          params: { path: { slug, customerId }, query: { limit: 50 } },
        }),
      ),
  });
