import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, changeOf, dataOf } from '../api/client';
import { pageQuery } from '../parts/search';
import type { AllowListFilters } from './filters';

export const allowListQuery = (slug: string, { page, ...filters }: AllowListFilters) =>
  queryOptions({
    queryKey: ['allow-list', slug, filters, page],
    queryFn: () =>
      dataOf(
        api.GET('/api/v1/tenants/{slug}/allow-list', {
          params: { path: { slug }, query: { ...filters, ...pageQuery(page) } },
        }),
      ),
    placeholderData: keepPreviousData,
  });

/** The entry that was made for the match of an alert, if there is one. */
export const entryOfAlertQuery = (slug: string, alertId: string) =>
  queryOptions({
    queryKey: ['allow-list', slug, 'of', alertId],
    queryFn: async () => {
      const query = { alert_id: alertId, limit: 1 };
      const [entry] = await dataOf(api.GET('/api/v1/tenants/{slug}/allow-list', { params: { path: { slug }, query } }));
      return entry ?? null;
    },
  });

/** @param until ISO 8601 */
export const allow = (slug: string, alertId: string, until: string, reason: string) =>
  changeOf(
    api.POST('/api/v1/tenants/{slug}/allow-list', {
      params: { path: { slug } },
      body: { alert_id: alertId, until, reason },
    }),
  );

export const endEntry = (slug: string, entryId: string, reason: string) =>
  dataOf(
    api.POST('/api/v1/tenants/{slug}/allow-list/{allowListEntryId}/end', {
      params: { path: { slug, allowListEntryId: entryId } },
      body: { reason },
    }),
  );
