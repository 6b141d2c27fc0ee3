import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, dataOf, type Schemas } from '../api/client';
import type { DecisionTogether } from '../alerts/decisions';
import { pollMs } from '../live/live';
import { pageQuery } from '../parts/search';

/** So many alerts one decision closes: all that the page shows. */
export const MAX_TOGETHER = 50;

export const groupsQuery = (slug: string, page?: number) =>
  queryOptions({
    queryKey: ['alerts', slug, 'groups', page],
    queryFn: () =>
      dataOf(api.GET('/api/v1/tenants/{slug}/alerts/groups', { params: { path: { slug }, query: pageQuery(page) } })),
    placeholderData: keepPreviousData,
    refetchInterval: pollMs,
  });

export const groupQuery = (slug: string, groupId: string) =>
  queryOptions({
    queryKey: ['alerts', slug, 'group', groupId],
    queryFn: () =>
      dataOf(api.GET('/api/v1/tenants/{slug}/alerts/groups/{groupId}', { params: { path: { slug, groupId } } })),
    refetchInterval: pollMs,
  });

/** The alerts of a group that are due first, which one decision closes. */
export const alertsOfGroupQuery = (slug: string, groupId: string) =>
  queryOptions({
    queryKey: ['alerts', slug, 'of-group', groupId],
    queryFn: () =>
      dataOf(
        api.GET('/api/v1/tenants/{slug}/alerts/queue', {
          params: { path: { slug }, query: { group: groupId, limit: MAX_TOGETHER, offset: 0 } },
        }),
      ),
    refetchInterval: pollMs,
  });

export type Outcome = Schemas['DecidedTogether'];

/** Decides alerts with one reason; returns the outcome for each. Alerts that need two people are one proposal. */
export async function decideTogether(
  slug: string,
  alertIds: string[],
  how: DecisionTogether,
  reason: string,
): Promise<Outcome> {
  const { data } = await api.POST('/api/v1/tenants/{slug}/alerts/decide', {
    params: { path: { slug } },
    body: { alert_ids: alertIds, ...how, reason },
  });
  return data!.data as Outcome; // the route returns no proposal of its own
}
