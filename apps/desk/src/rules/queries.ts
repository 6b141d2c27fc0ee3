import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../api/client';
import { pageQuery } from '../parts/search';
import type { RuleFilters } from './filters';

export const rulesQuery = (slug: string, { page, mode }: RuleFilters) =>
  queryOptions({
    queryKey: ['rules', slug, mode, page],
    queryFn: () =>
      dataOf(
        api.GET('/api/v1/tenants/{slug}/monitoring-rules', {
          params: { path: { slug }, query: { mode, ...pageQuery(page) } },
        }),
      ),
    placeholderData: keepPreviousData,
  });

export const ruleQuery = (slug: string, ruleId: string) =>
  queryOptions({
    queryKey: ['rule', slug, ruleId],
    queryFn: () =>
      dataOf(api.GET('/api/v1/tenants/{slug}/monitoring-rules/{ruleId}', { params: { path: { slug, ruleId } } })),
  });

export const versionsQuery = (slug: string, ruleId: string) =>
  queryOptions({
    queryKey: ['rule-versions', slug, ruleId],
    queryFn: () =>
      dataOf(
        api.GET('/api/v1/tenants/{slug}/monitoring-rules/{ruleId}/versions', {
          params: { path: { slug, ruleId }, query: { limit: 50 } },
        }),
      ),
  });
