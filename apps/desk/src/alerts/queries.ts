import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, dataOf, type Schemas } from '../api/client';
import { pollMs } from '../live/live';
import { pageQuery } from '../parts/search';
import { type AlertFilters, viewOf } from './filters';

const MAX_ASSIGNEES = 100;

export type ListedAlert = Schemas['StaffAlert'];

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
    refetchInterval: pollMs,
  });

function alerts(slug: string, filters: AlertFilters) {
  const view = viewOf(filters);
  const { page, view: _, status, tag, assignee, severity, source, ...ofAll } = filters;
  const path = { slug };
  const both = { severity, source };
  if (view === 'all') {
    const query = { ...both, ...ofAll, status, ...pageQuery(page) };
    return dataOf<ListedAlert[]>(api.GET('/api/v1/tenants/{slug}/alerts', { params: { path, query } }));
  }
  const query = { ...both, ...(assignee !== undefined && { assignee }), ...PARTS[view], tag, ...pageQuery(page) };
  return dataOf<ListedAlert[]>(api.GET('/api/v1/tenants/{slug}/alerts/queue', { params: { path, query } }));
}

export const alertQuery = (slug: string, alertId: string) =>
  queryOptions({
    queryKey: ['alert', slug, alertId],
    queryFn: () => dataOf(api.GET('/api/v1/tenants/{slug}/alerts/{alertId}', { params: { path: { slug, alertId } } })),
    refetchInterval: pollMs,
  });

/** The event that caused an alert. An accepted event does not change. */
export const eventQuery = (slug: string, eventId: string) =>
  queryOptions({
    queryKey: ['event', slug, eventId],
    queryFn: () => dataOf(api.GET('/api/v1/tenants/{slug}/events/{eventId}', { params: { path: { slug, eventId } } })),
    staleTime: Infinity,
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

/** Alerts with the same rule or list entry, and how they were decided. */
export const similarQuery = (slug: string, alertId: string) =>
  queryOptions({
    queryKey: ['similar-alerts', slug, alertId],
    queryFn: () =>
      dataOf(api.GET('/api/v1/tenants/{slug}/alerts/{alertId}/similar', { params: { path: { slug, alertId } } })),
  });

/** What the evidence of an alert gives today. */
export const recomputationQuery = (slug: string, alertId: string) =>
  queryOptions({
    queryKey: ['recomputation', slug, alertId],
    queryFn: () =>
      dataOf(api.GET('/api/v1/tenants/{slug}/alerts/{alertId}/recomputation', { params: { path: { slug, alertId } } })),
  });
