import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, dataOf, type Schemas } from '../api/client';
import { pageQuery } from '../parts/search';
import type { LedgerFilters } from './filters';

export type Ledger = Schemas['StaffLedger'];

export const ledgersQuery = (slug: string, page?: number) =>
  queryOptions({
    queryKey: ['ledgers', slug, page],
    queryFn: () =>
      dataOf(api.GET('/api/v1/tenants/{slug}/ledgers', { params: { path: { slug }, query: pageQuery(page) } })),
    placeholderData: keepPreviousData,
  });

export const ledgerQuery = (slug: string, ledgerId: string) =>
  queryOptions({
    queryKey: ['ledger', slug, ledgerId],
    queryFn: () =>
      dataOf(api.GET('/api/v1/tenants/{slug}/ledgers/{ledgerId}', { params: { path: { slug, ledgerId } } })),
  });

export const accountsQuery = (slug: string, ledgerId: string, { code, type, page }: LedgerFilters) =>
  queryOptions({
    queryKey: ['accounts', slug, ledgerId, code, type, page],
    queryFn: () =>
      dataOf(
        api.GET('/api/v1/tenants/{slug}/ledgers/{ledgerId}/accounts', {
          params: { path: { slug, ledgerId }, query: { code, account_type: type, ...pageQuery(page) } },
        }),
      ),
    placeholderData: keepPreviousData,
  });

export const transactionsQuery = (slug: string, ledgerId: string, page?: number) =>
  queryOptions({
    queryKey: ['transactions', slug, ledgerId, page],
    queryFn: () =>
      dataOf(
        api.GET('/api/v1/tenants/{slug}/ledgers/{ledgerId}/transactions', {
          params: { path: { slug, ledgerId }, query: pageQuery(page) },
        }),
      ),
    placeholderData: keepPreviousData,
  });

export const verificationsQuery = (slug: string, ledgerId: string, page?: number) =>
  queryOptions({
    queryKey: ['verifications', slug, ledgerId, page],
    queryFn: () =>
      dataOf(
        api.GET('/api/v1/tenants/{slug}/ledgers/{ledgerId}/verifications', {
          params: { path: { slug, ledgerId }, query: pageQuery(page) },
        }),
      ),
    placeholderData: keepPreviousData,
  });

export const postingQuery = (slug: string, postingId: string) =>
  queryOptions({
    queryKey: ['posting', slug, postingId],
    queryFn: () =>
      dataOf(api.GET('/api/v1/tenants/{slug}/postings/{postingId}', { params: { path: { slug, postingId } } })),
  });
