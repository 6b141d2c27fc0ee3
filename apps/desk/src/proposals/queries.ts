import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../api/client';
import { pollMs } from '../live/live';
import { pageQuery } from '../parts/search';
import type { ProposalFilters } from './filters';

export const proposalsQuery = (slug: string, { page, status = 'pending' }: ProposalFilters) =>
  queryOptions({
    queryKey: ['proposals', slug, status, page],
    queryFn: () =>
      dataOf(
        api.GET('/api/v1/tenants/{slug}/proposals', {
          params: { path: { slug }, query: { status, ...pageQuery(page) } },
        }),
      ),
    placeholderData: keepPreviousData,
    refetchInterval: pollMs,
  });

const MOST = 100;

/** The oldest proposals that wait: what an alert or a list of alerts says about them. */
export const pendingProposalsQuery = (slug: string) =>
  queryOptions({
    queryKey: ['proposals', slug, 'pending', 'all'],
    queryFn: () =>
      dataOf(
        api.GET('/api/v1/tenants/{slug}/proposals', {
          params: { path: { slug }, query: { status: 'pending', limit: MOST } },
        }),
      ),
    placeholderData: keepPreviousData,
    refetchInterval: pollMs,
  });

export const proposalQuery = (slug: string, proposalId: string) =>
  queryOptions({
    queryKey: ['proposal', slug, proposalId],
    queryFn: () =>
      dataOf(api.GET('/api/v1/tenants/{slug}/proposals/{proposalId}', { params: { path: { slug, proposalId } } })),
    refetchInterval: pollMs,
  });
