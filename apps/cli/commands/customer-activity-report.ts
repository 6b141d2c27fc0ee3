import type { CustomerNetwork, NetworkCounterparty } from '@probity/contracts/customers/network';
import type { TimelineEntry } from '@probity/contracts/customers/timeline';
import type { CustomerTransaction, TransactionSums } from '@probity/contracts/customers/transactions';
import { report, section } from '../output/report';
import { type Columns, facts, indentedTable, table } from '../output/table';

const grouped = (number: number): string => number.toLocaleString('en-US');

export const TIMELINE_COLUMNS: Columns<TimelineEntry> = [
  { title: 'AT', value: (row) => row.at },
  { title: 'WHAT', value: (row) => row.action },
  { title: 'ABOUT', value: (row) => row.title ?? detail(row.data) },
  { title: 'BY', value: (row) => row.actor_name ?? row.actor },
  { title: 'REASON', value: (row) => row.reason },
  { title: 'ID', value: (row) => row.subject_id },
];

/** The simple values of an entry, such as `outbound 100 EUR Northwind`. */
const detail = (data: Record<string, unknown>): string =>
  Object.values(data)
    .filter((value) => typeof value === 'string')
    .join(' ');

export const TRANSACTION_COLUMNS: Columns<CustomerTransaction> = [
  { title: 'AT', value: (row) => row.occurred_at },
  { title: 'DIRECTION', value: (row) => row.direction },
  { title: 'AMOUNT', value: (row) => row.amount, align: 'right' },
  { title: 'CURRENCY', value: (row) => row.currency },
  { title: 'COMPARED', value: (row) => row.compared_amount ?? 'no rate', align: 'right' },
  { title: 'COUNTERPARTY', value: (row) => row.counterparty_name ?? row.counterparty_account },
  { title: 'COUNTRY', value: (row) => row.counterparty_country },
  { title: 'ALERTS', value: (row) => row.alerts, align: 'right' },
  { title: 'EVENT', value: (row) => row.event_id },
];

const SUM_COLUMNS: Columns<TransactionSums['periods'][number]> = [
  { title: 'FROM', value: (row) => row.start },
  { title: 'INBOUND', value: (row) => row.inbound, align: 'right' },
  { title: 'COUNT', value: (row) => row.inbound_count, align: 'right' },
  { title: 'OUTBOUND', value: (row) => row.outbound, align: 'right' },
  { title: 'COUNT', value: (row) => row.outbound_count, align: 'right' },
];

const UNCONVERTED_COLUMNS: Columns<TransactionSums['without_rate'][number]> = [
  { title: 'CURRENCY', value: (row) => row.currency },
  { title: 'DIRECTION', value: (row) => row.direction },
  { title: 'TRANSACTIONS', value: (row) => row.transactions, align: 'right' },
  { title: 'AMOUNT', value: (row) => row.amount, align: 'right' },
];

export function sumsReport(sums: TransactionSums): string {
  const { from, to, by, reference_currency, counted, is_complete } = sums;
  return report(
    `Transactions from ${from} to ${to} by ${by}, in ${reference_currency ?? 'no reference currency'}`,
    table(sums.periods, SUM_COLUMNS, 'No transactions in this period.'),
    section('In no sum, because there was no rate', indentedTable(sums.without_rate, UNCONVERTED_COLUMNS)),
    is_complete ? '' : `Only the newest ${grouped(counted)} transactions are counted.`,
  );
}

const COUNTERPARTY_COLUMNS: Columns<NetworkCounterparty> = [
  { title: 'COUNTERPARTY', value: (row) => row.name ?? row.account ?? row.counterparty },
  { title: 'COUNTRY', value: (row) => row.country },
  { title: 'TRANSACTIONS', value: (row) => grouped(row.transactions), align: 'right' },
  { title: 'INBOUND', value: (row) => row.inbound, align: 'right' },
  { title: 'OUTBOUND', value: (row) => row.outbound, align: 'right' },
  { title: 'NO RATE', value: (row) => row.without_rate, align: 'right' },
  { title: 'LAST', value: (row) => row.last_at },
  { title: 'ACTIVE ALERTS', value: (row) => row.active_alerts, align: 'right' },
  { title: 'LISTED', value: (row) => row.match?.replaceAll('_', ' ') },
  { title: 'ALLOWED', value: (row) => (row.is_allowed ? 'yes' : 'no') },
  {
    title: 'SHARED WITH',
    value: (row) => `${row.shared_with.length}${row.has_more ? ' or more' : ''}`,
    align: 'right',
  },
];

const CUSTOMER_COLUMNS: Columns<CustomerNetwork['customers'][number]> = [
  { title: 'CUSTOMER', value: (row) => row.id },
  { title: 'NAME', value: (row) => row.name },
  { title: 'RISK', value: (row) => row.risk_rating },
  { title: 'ACTIVE ALERTS', value: (row) => row.active_alerts, align: 'right' },
];

export function networkReport(network: CustomerNetwork): string {
  if (network.is_restricted) return 'The erasure of the customer was requested; its network is not shown.';
  const { counterparties, customers, counted, is_complete, left_out } = network;
  return report(
    table(counterparties, COUNTERPARTY_COLUMNS, 'No transaction of the customer names a counterparty.'),
    section('Other customers with these counterparties', indentedTable(customers, CUSTOMER_COLUMNS)),
    facts([
      ['transactions counted', is_complete ? grouped(counted) : `the newest ${grouped(counted)}`],
      ['without a counterparty', grouped(left_out.without_counterparty)],
      [
        'not shown',
        `${grouped(left_out.counterparties)} counterparties with ${grouped(left_out.transactions)} transactions`,
      ],
    ]),
  );
}
