import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Word } from '../parts/badges';
import { FilterSelect } from '../parts/filter-select';
import { Loaded } from '../parts/loaded';
import { money } from '../parts/money';
import { Rows } from '../parts/rows';
import { TextFilter } from '../parts/text-filter';
import { When } from '../parts/when';
import { depthsOf } from './account-tree';
import { ACCOUNT_TYPES, type LedgerFilters } from './filters';
import { accountsQuery, type Ledger } from './queries';

const INDENT = 20;

interface AccountsProps {
  tenant: string;
  ledger: Ledger;
  filters: LedgerFilters;
  filter: (change: LedgerFilters) => void;
  go: (page: number) => void;
}

/** The accounts of a ledger in the order of their codes, indented where codes continue others. */
export function Accounts({ tenant, ledger, filters, filter, go }: AccountsProps) {
  const query = useQuery(accountsQuery(tenant, ledger.id, filters));
  const amount = (minor: string) => money(minor, ledger.minor_unit_decimals);
  return (
    <>
      <Group>
        <TextFilter label="Code begins with" value={filters.code} choose={(code) => filter({ code })} />
        <FilterSelect
          label="Type"
          values={ACCOUNT_TYPES}
          value={filters.type}
          empty="any"
          choose={(type) => filter({ type })}
        />
      </Group>
      <Loaded query={query}>
        {(accounts) => {
          const depths = depthsOf(accounts.map(({ code }) => code));
          const depthOf = new Map(accounts.map(({ id }, index) => [id, depths[index]!]));
          return (
            <Rows
              rows={accounts}
              what="account"
              empty="No account of the ledger matches the filters."
              idOf={({ id }) => id}
              open={({ code }) => filter({ code })}
              page={filters.page}
              go={go}
              columns={[
                {
                  title: 'Account',
                  cell: ({ id, code, name, is_active }) => (
                    <div style={{ paddingInlineStart: depthOf.get(id)! * INDENT }}>
                      <Text span size="sm" ff="monospace">
                        {code}
                      </Text>{' '}
                      {name} {!is_active && <Word word="blocked" />}
                    </div>
                  ),
                },
                { title: 'Type', width: 100, cell: ({ account_type }) => account_type },
                {
                  title: `Debits (${ledger.currency})`,
                  width: 150,
                  align: 'right',
                  cell: (row) => amount(row.debit_total),
                },
                {
                  title: `Credits (${ledger.currency})`,
                  width: 150,
                  align: 'right',
                  cell: (row) => amount(row.credit_total),
                },
                {
                  title: `Balance (${ledger.currency})`,
                  width: 160,
                  align: 'right',
                  cell: (row) => <b>{amount(row.balance)}</b>,
                },
                {
                  title: 'Last activity',
                  width: 130,
                  cell: ({ last_activity_at }) => last_activity_at && <When at={last_activity_at} />,
                },
              ]}
            />
          );
        }}
      </Loaded>
    </>
  );
}
