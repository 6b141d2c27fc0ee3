import { Anchor, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { Schemas } from '../api/client';
import { Word } from '../parts/badges';
import { Loaded } from '../parts/loaded';
import { type Column, Rows } from '../parts/rows';
import { When } from '../parts/when';
import { groupsQuery } from './queries';

/** Alerts of several customers about the same party and list entry. */
export function GroupsPage() {
  const { tenant } = useParams({ from: '/$tenant/groups' });
  const { page } = useSearch({ from: '/$tenant/groups' });
  const navigate = useNavigate({ from: '/$tenant/groups' });
  const query = useQuery(groupsQuery(tenant, page));
  const columns: Column<Schemas['AlertGroup']>[] = [
    { title: 'Severity', width: 115, cell: ({ severity }) => <Word word={severity} /> },
    {
      title: 'Party',
      cell: ({ id, subject, subject_name }) => (
        <Anchor component={Link} to={`/${tenant}/groups/${id}`} size="sm">
          {subject.replaceAll('_', ' ')} {subject_name}
        </Anchor>
      ),
    },
    { title: 'Is like', cell: ({ matched_name, list }) => `${matched_name} on ${list}` },
    { title: 'Alerts', width: 80, cell: ({ alerts }) => alerts },
    { title: 'Customers', width: 100, cell: ({ customers }) => customers },
    { title: 'First raised', width: 140, cell: ({ first_raised_at }) => <When at={first_raised_at} /> },
  ];
  return (
    <>
      <Title order={1} size="h3">
        Groups of alerts
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        Each customer keeps its own alert. One decision can close them together.
      </Text>
      <Loaded query={query}>
        {(groups) => (
          <Rows
            rows={groups}
            what="group"
            idOf={({ id }) => id}
            open={({ id }) => void navigate({ to: '/$tenant/groups/$id', params: { tenant, id } })}
            page={page}
            go={(next) => void navigate({ search: (old) => ({ ...old, page: next }) })}
            columns={columns}
          />
        )}
      </Loaded>
    </>
  );
}
