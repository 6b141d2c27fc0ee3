import type { CustomerNetwork } from '@probity/contracts/customers/network';
import { type Timeline, TIMELINE_KINDS, type TimelineEntry } from '@probity/contracts/customers/timeline';
import {
  type CustomerTransaction,
  type CustomerTransactions,
  DIRECTIONS,
  type TransactionSums,
} from '@probity/contracts/customers/transactions';
import { moreText } from '../connection/list-up-to';
import { pagesUpTo } from '../connection/pages-up-to';
import { command } from '../declaration/command';
import { show } from '../declaration/kinds';
import { LIMIT, optional } from '../declaration/options';
import { table } from '../output/table';
import { networkReport, sumsReport, TIMELINE_COLUMNS, TRANSACTION_COLUMNS } from './customer-activity-report';

const DAYS = {
  from: optional('--from <day>', 'the first day, such as 2026-03-01'),
  to: optional('--to <day>', 'the last day'),
};

/** What a customer did, and what happened to it. */
export const CUSTOMER_ACTIVITY_COMMANDS = [
  command({
    usage: 'timeline <customer-id>',
    summary: 'list what happened to a customer, newest first: events, alerts, decisions, cases, KYC, ratings',
    example: '--kinds alert,decision',
    path: 'tenants/{tenant}/customers/{customer-id}/timeline',
    options: {
      kinds: optional('--kinds <kinds>', `only these kinds, separated by commas: ${TIMELINE_KINDS.join(', ')}`),
      limit: LIMIT,
    },
    run: async ({ kinds, limit }, { backOffice, path, answer }) => {
      const found = await pagesUpTo<TimelineEntry, Timeline>(backOffice, path, { kinds }, limit);
      answer(found, table(found.items, TIMELINE_COLUMNS, 'Nothing of these kinds happened.') + moreText(found));
    },
  }),
  command({
    usage: 'transactions <customer-id>',
    summary: "list a customer's transactions, newest first",
    example: '--direction outbound --min 10000',
    path: 'tenants/{tenant}/customers/{customer-id}/transactions',
    options: {
      direction: optional('--direction <direction>', 'only in this direction', DIRECTIONS),
      counterparty: optional('--counterparty <name>', 'only with this counterparty: its account, or its whole name'),
      min_amount: optional('--min <amount>', 'only of this amount or more, in the reference currency'),
      max_amount: optional('--max <amount>', 'only of this amount or less, in the reference currency'),
      ...DAYS,
      limit: LIMIT,
    },
    run: async ({ direction, counterparty, min_amount, max_amount, from, to, limit }, { backOffice, path, answer }) => {
      const filter = { direction, counterparty, min_amount, max_amount, from, to };
      const found = await pagesUpTo<CustomerTransaction, CustomerTransactions>(backOffice, path, filter, limit);
      answer(
        found,
        table(found.items, TRANSACTION_COLUMNS, 'The customer has no such transactions.') + moreText(found),
      );
    },
  }),
  command({
    usage: 'transaction-sums <customer-id>',
    summary: "sum a customer's transactions by day or week; the last 90 days if no day is given",
    example: '--by week',
    path: 'tenants/{tenant}/customers/{customer-id}/transactions/sums',
    options: { by: optional('--by <period>', 'day or week', ['day', 'week']), ...DAYS },
    run: async (values, { backOffice, path, answer }) => {
      const { by, from, to } = values;
      const given = Object.entries({ by, from, to }).filter((pair): pair is [string, string] => pair[1] !== undefined);
      const sums = await backOffice.get<TransactionSums>(`${path}?${new URLSearchParams(given).toString()}`);
      answer(sums, sumsReport(sums));
    },
  }),
  show({
    usage: 'network <customer-id>',
    summary: "show a customer's counterparties, and the customers that have transactions with the same",
    path: 'tenants/{tenant}/customers/{customer-id}/network',
    report: (network: CustomerNetwork) => networkReport(network),
  }),
];
