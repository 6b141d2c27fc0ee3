import type { Schemas } from '../api/client';

export type ChangeKind = Schemas['Changed']['kinds'][number];

/** The first parts of the keys of the queries that a change makes outdated. The second part is the tenant. */
export const QUERIES_OF: Record<ChangeKind, readonly string[]> = {
  alerts: [
    ...['alerts', 'alert', 'similar-alerts', 'case', 'reportable'],
    ...['customers', 'risk-view', 'timeline', 'network'],
  ],
  cases: ['cases', 'case', 'alert', 'case-files', 'customer-files', 'reports', 'report', 'timeline'],
  customers: [
    ...['customers', 'risk-view', 'risk-history', 'allow-list', 'alert'],
    ...['timeline', 'transactions', 'transaction-sums', 'network'],
  ],
  proposals: ['proposals', 'proposal', 'alert', 'backlogs'],
  rules: ['rules', 'rule', 'rule-versions'],
  backtests: ['backtests', 'backtest'],
  rescreenings: ['rescreenings'],
  lists: ['lists', 'entries', 'list-sources'],
  notices: ['notices'],
  settings: ['settings', 'settings-versions', 'limits', 'providers', 'four-eyes'],
  webhooks: ['webhooks', 'webhook'],
  staff: ['staff', 'member', 'keys', 'assignees'],
  ledgers: ['ledgers', 'ledger', 'accounts', 'verifications', 'checkpoint'],
};
