import { Anchor, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { Loaded } from '../parts/loaded';
import { Rows } from '../parts/rows';
import { When } from '../parts/when';
import { listsQuery, sourcesQuery } from './queries';
import { Fetched } from './source-facts';

/** The name of the list of a tenant itself. */
const OWN = 'tenant';
const NO_ENTRIES = { list: OWN, version: 0, format: null, entries: 0, imported_at: '' };

/** The lists that customers are screened against. */
export function ListsPage() {
  const { tenant } = useParams({ from: '/$tenant/lists' });
  const navigate = useNavigate();
  const query = useQuery(listsQuery(tenant));
  const sources = useQuery(sourcesQuery(tenant));
  return (
    <>
      <Title order={1} size="h3" mb="sm">
        Lists
      </Title>
      <Loaded query={query}>
        {(found) => {
          const lists = found.some(({ list }) => list === OWN) ? found : [NO_ENTRIES, ...found];
          return (
            <>
              <Rows
                rows={lists}
                what="list"
                idOf={({ list }) => list}
                open={({ list }) => void navigate({ to: '/$tenant/lists/$list', params: { tenant, list } })}
                go={() => {}}
                columns={[
                  {
                    title: 'List',
                    cell: ({ list }) => (
                      <Anchor component={Link} to={`/${tenant}/lists/${list}`} size="sm">
                        {list === OWN ? 'Your own list' : list}
                      </Anchor>
                    ),
                  },
                  { title: 'Entries', width: 120, cell: ({ entries }) => entries.toLocaleString('en-US') },
                  { title: 'Version', width: 100, cell: ({ version }) => (version === 0 ? '' : version) },
                  { title: 'Format', width: 200, cell: ({ format }) => format },
                  {
                    title: 'Changed',
                    width: 160,
                    cell: ({ imported_at }) => imported_at !== '' && <When at={imported_at} />,
                  },
                  {
                    title: 'Fetched',
                    width: 220,
                    cell: ({ list }) => <Fetched source={sources.data?.find((one) => one.list === list)} />,
                  },
                ]}
              />
              {lists.length === 1 && (
                <Text size="sm" mt="sm">
                  No shared list is imported yet. An operator imports one with <code>probity watchlist import</code>.
                </Text>
              )}
            </>
          );
        }}
      </Loaded>
    </>
  );
}
