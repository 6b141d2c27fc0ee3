import { Group, Stack } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { amountText } from '../alerts/transaction';
import type { Schemas } from '../api/client';
import { FilterSelect } from '../parts/filter-select';
import { Loaded } from '../parts/loaded';
import { More } from '../parts/more';
import { Rows } from '../parts/rows';
import { TextFilter } from '../parts/text-filter';
import { To } from '../parts/to';
import { When } from '../parts/when';
import { sumsQuery, transactionsQuery } from './activity-queries';
import { type CustomerPartFilters, DIRECTIONS, PERIODS } from './filters';
import { Part } from './part';
import { SumsChart } from './sums-chart';

type Transaction = Schemas['CustomerTransaction'];

interface TransactionsPartProps {
  tenant: string;
  id: string;
  filters: CustomerPartFilters;
  filter: (change: CustomerPartFilters) => void;
}

/** The transactions of a customer as a chart and as a table. The days apply to both, the other filters to the table. */
export function TransactionsPart({ tenant, id, filters, filter }: TransactionsPartProps) {
  const { direction, counterparty, min_amount, max_amount, from, to, by } = filters;
  const sums = useQuery(sumsQuery(tenant, id, { from, to, by }));
  const query = useInfiniteQuery(
    transactionsQuery(tenant, id, { direction, counterparty, min_amount, max_amount, from, to }),
  );
  const navigate = useNavigate();
  const textFilter = (label: string, name: 'counterparty' | 'min_amount' | 'max_amount', width = 130) => (
    <TextFilter label={label} value={filters[name]} width={width} choose={(value) => filter({ [name]: value })} />
  );
  const dayFilter = (label: string, name: 'from' | 'to') => (
    <TextFilter label={label} type="date" value={filters[name]} choose={(value) => filter({ [name]: value })} />
  );
  return (
    <Stack>
      <Group align="end">
        {dayFilter('From', 'from')}
        {dayFilter('To', 'to')}
        <FilterSelect
          label="Sums by"
          values={PERIODS}
          value={by}
          empty="day"
          choose={(chosen) => filter({ by: chosen })}
        />
      </Group>
      <Part title="Sums">
        <Loaded query={sums}>{(found) => <SumsChart sums={found} />}</Loaded>
      </Part>
      <Part title="Transactions">
        <Group align="end">
          <FilterSelect
            label="Direction"
            values={DIRECTIONS}
            value={direction}
            empty="both"
            choose={(chosen) => filter({ direction: chosen })}
          />
          {textFilter('Counterparty (whole)', 'counterparty', 200)}
          {textFilter('Amount from', 'min_amount')}
          {textFilter('Amount to', 'max_amount')}
        </Group>
        <Loaded query={query}>
          {({ pages }) => (
            <Rows
              rows={pages.flatMap(({ items }) => items)}
              what="transaction"
              idOf={({ event_id }) => event_id}
              open={({ event_id }) => void navigate({ to: '/$tenant/events/$id', params: { tenant, id: event_id } })}
              columns={columnsOf(pages[0]?.reference_currency ?? null)}
              more={<More query={query} what="transactions" />}
            />
          )}
        </Loaded>
      </Part>
    </Stack>
  );
}

const columnsOf = (reference: string | null) => [
  {
    title: 'When',
    width: 130,
    cell: ({ event_id, occurred_at }: Transaction) => (
      <To page="events" id={event_id}>
        <When at={occurred_at} />
      </To>
    ),
  },
  { title: 'Direction', width: 100, cell: ({ direction }: Transaction) => direction },
  {
    title: 'Amount',
    width: 160,
    align: 'right' as const,
    cell: ({ amount, currency }: Transaction) => amountText(amount, currency),
  },
  {
    title: reference === null ? 'Compared' : `In ${reference}`,
    width: 160,
    align: 'right' as const,
    cell: ({ compared_amount }: Transaction) =>
      compared_amount === null ? 'no rate' : amountText(compared_amount, reference ?? ''),
  },
  { title: 'Counterparty', cell: counterpartyText },
  { title: 'Alerts', width: 70, align: 'right' as const, cell: ({ alerts }: Transaction) => alerts || '' },
];

function counterpartyText({ counterparty_name, counterparty_account, counterparty_country }: Transaction) {
  return [counterparty_name, counterparty_account, counterparty_country].filter(Boolean).join(', ');
}
