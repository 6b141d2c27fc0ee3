import type { InsightsView } from '@probity/contracts/insights/views';
import { command } from '../declaration/command';
import { optional } from '../declaration/options';
import { insightsReport } from './insights-report';

export const addInsightsCommand = command({
  usage: 'insights',
  summary: 'count the alerts and decisions of a tenant, with the times to a decision and what waits',
  example: '--from 2026-10-01 --to 2026-10-31',
  path: 'tenants/{tenant}/insights',
  options: {
    from: optional('--from <day>', 'the first day, such as 2026-03-01; 29 days before the last if omitted'),
    to: optional('--to <day>', 'the last day; today if omitted'),
  },
  run: async ({ from, to }, { backOffice, path, answer }) => {
    const query = new URLSearchParams({ ...(from !== undefined && { from }), ...(to !== undefined && { to }) });
    const insights = await backOffice.get<InsightsView>(`${path}?${query.toString()}`);
    answer(insights, insightsReport(insights));
  },
});
