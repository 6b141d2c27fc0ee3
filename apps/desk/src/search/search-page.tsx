import { Anchor, Text, TextInput, Title } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Word } from '../parts/badges';
import { Loaded } from '../parts/loaded';
import { type Column, Rows } from '../parts/rows';
import { To } from '../parts/to';
import type { Schemas } from '../api/client';
import type { SearchFilters } from './filters';
import { searchQuery } from './queries';

/** Most people type a letter in 100 ms or more, so they see results for each letter. */
const TYPING_MS = 80;
const MAX_TEXT = 200;

type Found = Schemas['CustomerFound'];

/** Finds customers, with their alerts and cases, while the person types. */
export function SearchPage() {
  const { tenant } = useParams({ from: '/$tenant/search' });
  const filters = useSearch({ from: '/$tenant/search' });
  const navigate = useNavigate({ from: '/$tenant/search' });
  const { q = '', page } = filters;
  const query = useQuery(searchQuery(tenant, q, page));
  const find = useDebouncedCallback((text: string) => {
    const search: SearchFilters = text.trim() === '' ? {} : { q: text.trim() };
    void navigate({ search, replace: true });
  }, TYPING_MS);
  const columns: Column<Found>[] = [
    {
      title: 'Name',
      cell: ({ id, full_name, business_name, email }) => (
        <To page="customers" id={id}>
          {full_name ?? business_name ?? email}
        </To>
      ),
    },
    { title: 'Email', cell: ({ email }) => email },
    { title: 'External id', cell: ({ external_id }) => external_id ?? '' },
    { title: 'Rating', width: 100, cell: ({ risk_rating }) => <Word word={risk_rating} /> },
    {
      title: 'Active alerts',
      width: 110,
      cell: ({ id, active_alerts }) =>
        active_alerts > 0 && (
          <Anchor component={Link} size="sm" to={`/${tenant}/alerts`} search={{ customer_id: id } as never}>
            {active_alerts}
          </Anchor>
        ),
    },
    {
      title: 'Open cases',
      width: 110,
      cell: ({ id, open_cases }) =>
        open_cases > 0 && (
          <Anchor component={Link} size="sm" to={`/${tenant}/cases`} search={{ customer_id: id } as never}>
            {open_cases}
          </Anchor>
        ),
    },
  ];
  return (
    <>
      <Title order={1} size="h3">
        Search
      </Title>
      <TextInput
        my="sm"
        maw={520}
        label="Name, email, external id, account or id"
        description="The beginnings of words are enough, in any order."
        defaultValue={q}
        onChange={({ currentTarget: { value } }) => find(value)}
        maxLength={MAX_TEXT}
        data-autofocus
        autoFocus
      />
      {q === '' ? (
        <Text size="sm">Type at least one letter.</Text>
      ) : (
        <Loaded query={query}>
          {(customers) => (
            <Rows
              rows={customers}
              what="customer"
              idOf={({ id }) => id}
              open={({ id }) => void navigate({ to: '/$tenant/customers/$id', params: { tenant, id } })}
              page={page}
              go={(next) => void navigate({ search: (old) => ({ ...old, page: next }) })}
              columns={columns}
            />
          )}
        </Loaded>
      )}
    </>
  );
}
