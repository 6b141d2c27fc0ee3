import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../api/client';
import { pageQuery } from '../parts/search';
import type { RuleFilters } from './filters';

const LIVE_MS = 1_000;

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

/** What the rules of a page of the list found in the last 90 days. */
export const figuresQuery = (slug: string, { page, mode }: RuleFilters, enabled: boolean) =>
  queryOptions({
    queryKey: ['rule-figures', slug, mode, page],
    queryFn: () =>
      dataOf(
        api.GET('/api/v1/tenants/{slug}/monitoring-rules/figures', {
          params: { path: { slug }, query: { mode, ...pageQuery(page) } },
        }),
      ),
    placeholderData: keepPreviousData,
    enabled,
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

export const ruleFiguresQuery = (slug: string, ruleId: string, enabled: boolean) =>
  queryOptions({
    queryKey: ['rule-figures', slug, ruleId],
    queryFn: () =>
      dataOf(
        api.GET('/api/v1/tenants/{slug}/monitoring-rules/{ruleId}/figures', { params: { path: { slug, ruleId } } }),
      ),
    enabled,
  });

export const shadowHitsQuery = (slug: string, ruleId: string, enabled: boolean) =>
  queryOptions({
    queryKey: ['shadow-hits', slug, ruleId],
    queryFn: () =>
      dataOf(
        api.GET('/api/v1/tenants/{slug}/monitoring-rules/{ruleId}/shadow-hits', {
          params: { path: { slug, ruleId }, query: { limit: 10 } },
        }),
      ),
    enabled,
  });

/** What the server says about a definition. It saves nothing. */
export const checkQuery = (slug: string, definition: unknown) =>
  queryOptions({
    queryKey: ['rule-check', slug, JSON.stringify(definition)],
    queryFn: () =>
      dataOf(
        api.POST('/api/v1/tenants/{slug}/monitoring-rules/check', {
          params: { path: { slug } },
          body: { definition },
        }),
      ),
    enabled: definition !== undefined,
    staleTime: Infinity,
    gcTime: 60_000,
  });

const RUNNING = new Set(['waiting', 'running']);
export const isRunning = ({ status }: { status: string }): boolean => RUNNING.has(status);

/** Read again each second until it has ended. */
export const backtestQuery = (slug: string, backtestId: string) =>
  queryOptions({
    queryKey: ['backtest', slug, backtestId],
    queryFn: () =>
      dataOf(
        api.GET('/api/v1/tenants/{slug}/monitoring-rules/backtests/{backtestId}', {
          params: { path: { slug, backtestId } },
        }),
      ),
    refetchInterval: ({ state: { data } }) => (data === undefined || isRunning(data) ? LIVE_MS : false),
  });

export const backtestsQuery = (slug: string, ruleId: string, enabled: boolean) =>
  queryOptions({
    queryKey: ['backtests', slug, ruleId],
    queryFn: () =>
      dataOf(
        api.GET('/api/v1/tenants/{slug}/monitoring-rules/backtests', {
          params: { path: { slug }, query: { rule_id: ruleId, limit: 10 } },
        }),
      ),
    enabled,
  });
