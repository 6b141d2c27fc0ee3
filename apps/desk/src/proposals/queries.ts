import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, dataOf, type Schemas } from '../api/client';
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

const PAGE = 100;

/** The 200 oldest proposals that wait: what an alert or a list of alerts says about them. */
export const pendingProposalsQuery = (slug: string) =>
  queryOptions({
    queryKey: ['proposals', slug, 'pending', 'all'],
    queryFn: async () => {
      const pages = [0, PAGE].map((offset) =>
        dataOf(
          api.GET('/api/v1/tenants/{slug}/proposals', {
            params: { path: { slug }, query: { status: 'pending', limit: PAGE, offset } },
          }),
        ),
      );
      return (await Promise.all(pages)).flat();
    },
    placeholderData: keepPreviousData,
    refetchInterval: pollMs,
  });

type Decided = Pick<Schemas['Proposal'], 'action' | 'subject_id' | 'shown'>;

/** The ids of the alerts that a proposal decides: one decision may be about several. */
export function alertsDecidedBy({ action, subject_id, shown }: Decided): string[] {
  if (action !== 'decide_alert') return [];
  const alerts = Array.isArray(shown.alerts) ? (shown.alerts as { id?: unknown }[]) : [];
  return [...new Set([subject_id, ...alerts.flatMap(({ id }) => (typeof id === 'string' ? [id] : []))])];
}

export const proposalQuery = (slug: string, proposalId: string) =>
  queryOptions({
    queryKey: ['proposal', slug, proposalId],
    queryFn: () =>
      dataOf(api.GET('/api/v1/tenants/{slug}/proposals/{proposalId}', { params: { path: { slug, proposalId } } })),
    refetchInterval: pollMs,
  });

/** Such as `critical sanctions match`, for a decision about one alert. */
export function kindOfAlert({ action, shown }: Pick<Schemas['Proposal'], 'action' | 'shown'>): string | undefined {
  if (action !== 'decide_alert' || !Array.isArray(shown.alerts) || shown.alerts.length !== 1) return undefined;
  const { severity, alert_type } = shown.alerts[0] as { severity?: unknown; alert_type?: unknown };
  return typeof severity === 'string' && typeof alert_type === 'string'
    ? `${severity} ${alert_type.replaceAll('_', ' ')}`
    : undefined;
}
