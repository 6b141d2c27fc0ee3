import { queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../api/client';
import { pageQuery } from '../parts/search';

const LIVE_MS = 2_000;

export const rescreeningsQuery = (slug: string, page?: number) =>
  queryOptions({
    queryKey: ['rescreenings', slug, page],
    queryFn: () =>
      dataOf(api.GET('/api/v1/tenants/{slug}/rescreenings', { params: { path: { slug }, query: pageQuery(page) } })),
    refetchInterval: LIVE_MS,
  });

/** @param threshold of a preview; undefined: the setting */
export const startRescreening = (slug: string, preview: boolean, threshold: number | undefined, reason: string) =>
  dataOf(
    api.POST('/api/v1/tenants/{slug}/rescreenings', {
      params: { path: { slug } },
      body: { preview, ...(threshold !== undefined && { threshold }), reason },
    }),
  );

export const cancelRescreening = (slug: string, rescreeningId: string, reason: string) =>
  dataOf(
    api.POST('/api/v1/tenants/{slug}/rescreenings/{rescreeningId}/cancel', {
      params: { path: { slug, rescreeningId } },
      body: { reason },
    }),
  );
