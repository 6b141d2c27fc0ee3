import { Anchor, Button, Group, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { Word } from '../parts/badges';
import { FilterSelect } from '../parts/filter-select';
import { Loaded } from '../parts/loaded';
import { Rows } from '../parts/rows';
import { To } from '../parts/to';
import { When } from '../parts/when';
import { useMay } from '../session/session';
import { EndDialog } from './end-dialog';
import { ALLOW_LIST_STATUSES, type AllowListFilters } from './filters';
import { allowListQuery } from './queries';

/** Counterparties of customers that match a list entry and are not the listed one. */
export function AllowListPage() {
  const { tenant } = useParams({ from: '/$tenant/allow-list' });
  const filters = useSearch({ from: '/$tenant/allow-list' });
  const navigate = useNavigate({ from: '/$tenant/allow-list' });
  const may = useMay(tenant);
  const query = useQuery(allowListQuery(tenant, filters));
  const [ending, end] = useState<string>();
  const filter = (change: AllowListFilters) =>
    void navigate({ search: (old) => ({ ...old, page: undefined, ...change }), replace: true });
  return (
    <>
      <Title order={1} size="h3">
        Allow-list
      </Title>
      <Text size="sm" c="dimmed">
        Counterparties that are not the list entry which they match. Add one on the page of its alert.
      </Text>
      <Group my="sm" align="end">
        <FilterSelect
          label="Status"
          values={ALLOW_LIST_STATUSES}
          value={filters.status}
          empty="any"
          choose={(status) => filter({ status })}
        />
        {filters.customer_id !== undefined && (
          <Anchor component="button" size="sm" onClick={() => filter({ customer_id: undefined })}>
            Show the entries of all customers
          </Anchor>
        )}
      </Group>
      <Loaded query={query}>
        {(entries) => (
          <Rows
            rows={entries}
            what="entry"
            idOf={({ id }) => id}
            open={({ alert_id }) => void navigate({ to: '/$tenant/alerts/$id', params: { tenant, id: alert_id } })}
            page={filters.page}
            go={(page) => void navigate({ search: (old) => ({ ...old, page }) })}
            columns={[
              { title: 'Status', width: 110, cell: ({ status }) => <Word word={status} /> },
              {
                title: 'Counterparty',
                cell: ({ alert_id, counterparty }) => (
                  <To page="alerts" id={alert_id}>
                    {counterparty}
                  </To>
                ),
              },
              { title: 'Is not', cell: ({ matched_name, list }) => `${matched_name} on ${list}` },
              {
                title: 'For customer',
                cell: ({ customer_id }) => (
                  <To page="customers" id={customer_id}>
                    {customer_id}
                  </To>
                ),
              },
              { title: 'Until', width: 130, cell: ({ until }) => <When at={until} /> },
              { title: 'Reason', cell: ({ reason }) => reason },
              { title: 'Added by', width: 120, cell: ({ added_by }) => added_by },
              {
                title: 'End',
                width: 80,
                cell: ({ id, status, counterparty }) =>
                  status === 'active' &&
                  may('work_on_cases') && (
                    <Button
                      size="compact-xs"
                      variant="default"
                      aria-label={`End the entry of ${counterparty}`}
                      onClick={() => end(id)}
                    >
                      End
                    </Button>
                  ),
              },
            ]}
          />
        )}
      </Loaded>
      <EndDialog tenant={tenant} entryId={ending} onClose={() => end(undefined)} />
    </>
  );
}
