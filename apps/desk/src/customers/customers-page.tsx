import { Group, TextInput, Title } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Word } from '../parts/badges';
import { FilterSelect } from '../parts/filter-select';
import { Loaded } from '../parts/loaded';
import { Rows } from '../parts/rows';
import { To } from '../parts/to';
import { When } from '../parts/when';
import { type CustomerFilters, KYC_STATUSES, RATINGS } from './filters';
import { customersQuery } from './queries';

const TYPING_MS = 300;

/** The customers of a tenant. */
export function CustomersPage() {
  const { tenant } = useParams({ from: '/$tenant/customers' });
  const filters = useSearch({ from: '/$tenant/customers' });
  const navigate = useNavigate({ from: '/$tenant/customers' });
  const query = useQuery(customersQuery(tenant, filters));
  const filter = (change: CustomerFilters) =>
    void navigate({ search: (old) => ({ ...old, page: undefined, ...change }), replace: true });
  const typed = useDebouncedCallback(filter, TYPING_MS);
  const textFilter = (label: string, name: 'email' | 'external_id') => (
    <TextInput
      label={label}
      defaultValue={filters[name] ?? ''}
      onChange={({ currentTarget: { value } }) => typed({ [name]: value.trim() === '' ? undefined : value.trim() })}
      size="xs"
    />
  );
  return (
    <>
      <Title order={1} size="h3">
        Customers
      </Title>
      <Group my="sm" align="end">
        <FilterSelect
          label="Rating"
          values={RATINGS}
          value={filters.risk_rating}
          empty="any"
          choose={(risk_rating) => filter({ risk_rating })}
        />
        <FilterSelect
          label="Identity check"
          values={KYC_STATUSES}
          value={filters.kyc_status}
          empty="any"
          choose={(kyc_status) => filter({ kyc_status })}
        />
        {textFilter('Email (whole)', 'email')}
        {textFilter('External id (whole)', 'external_id')}
      </Group>
      <Loaded query={query}>
        {(customers) => (
          <Rows
            rows={customers}
            what="customer"
            idOf={({ id }) => id}
            open={({ id }) => void navigate({ to: '/$tenant/customers/$id', params: { tenant, id } })}
            page={filters.page}
            go={(page) => void navigate({ search: (old) => ({ ...old, page }) })}
            columns={[
              {
                title: 'Name',
                cell: ({ id, full_name, business_name, email }) => (
                  <To page="customers" id={id}>
                    {full_name ?? business_name ?? email}
                  </To>
                ),
              },
              { title: 'Rating', width: 115, cell: ({ risk_rating }) => <Word word={risk_rating} /> },
              { title: 'Identity', width: 120, cell: ({ kyc_status }) => <Word word={kyc_status} /> },
              { title: 'Type', width: 110, cell: ({ customer_type }) => customer_type },
              { title: 'Created', width: 140, cell: ({ created_at }) => <When at={created_at} /> },
            ]}
          />
        )}
      </Loaded>
    </>
  );
}
