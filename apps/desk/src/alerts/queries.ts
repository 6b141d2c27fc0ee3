import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, dataOf, type Schemas } from '../api/client';
import { pageQuery } from '../parts/search';
import { type AlertFilters, viewOf } from './filters';

const LIVE_MS = 5_000;
const MAX_ASSIGNEES = 100;

/** An alert of a list. What staff do with it is known in the queue only. */
export type ListedAlert = Schemas['Alert'] & Partial<Schemas['QueuedAlert']>;

const PARTS = {
  queue: {},
  mine: { assignee: 'me' },
  unassigned: { assignee: 'none' },
  overdue: { only: 'overdue' },
  snoozed: { only: 'snoozed' },
} as const;

/** One page of the alerts and one alert more, if there is one. */
export const alertsQuery = (slug: string, filters: AlertFilters) =>
  queryOptions({
    queryKey: ['alerts', slug, filters],
    queryFn: () => alerts(slug, filters),
    placeholderData: keepPreviousData,
    refetchInterval: LIVE_MS,
  });

function alerts(slug: string, { page, view: _, status, customer_id, tag, ...both }: AlertFilters) {
  const view = viewOf({ view: _, status, customer_id });
  const path = { slug };
  if (view === 'all') {
    const query = { ...both, status, customer_id, ...pageQuery(page) };
    return dataOf<ListedAlert[]>(api.GET('/api/v1/tenants/{slug}/alerts', { params: { path, query } }));
  }
  const query = { ...both, ...PARTS[view], tag, ...pageQuery(page) };
  return dataOf<ListedAlert[]>(api.GET('/api/v1/tenants/{slug}/alerts/queue', { params: { path, query } }));
}

export const alertQuery = (slug: string, alertId: string) =>
  queryOptions({
    queryKey: ['alert', slug, alertId],
    queryFn: () => dataOf(api.GET('/api/v1/tenants/{slug}/alerts/{alertId}', { params: { path: { slug, alertId } } })),
    refetchInterval: LIVE_MS,
  });

/** The staff to whom alerts can be assigned. */
export const assigneesQuery = (slug: string) =>
  queryOptions({
    queryKey: ['assignees', slug],
    queryFn: () =>
      dataOf(
        api.GET('/api/v1/tenants/{slug}/alerts/assignees', {
          params: { path: { slug }, query: { limit: MAX_ASSIGNEES } },
        }),
      ),
    staleTime: 60_000,
  });
