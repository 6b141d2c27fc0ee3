import { Group, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Word } from '../parts/badges';
import { FilterSelect } from '../parts/filter-select';
import { Loaded } from '../parts/loaded';
import { Rows } from '../parts/rows';
import { To } from '../parts/to';
import { When } from '../parts/when';
import { MODES, type RuleFilters } from './filters';
import { rulesQuery } from './queries';

/** The monitoring rules of a tenant. */
export function RulesPage() {
  const { tenant } = useParams({ from: '/$tenant/rules' });
  const filters = useSearch({ from: '/$tenant/rules' });
  const navigate = useNavigate({ from: '/$tenant/rules' });
  const query = useQuery(rulesQuery(tenant, filters));
  const filter = (change: RuleFilters) =>
    void navigate({ search: (old) => ({ ...old, page: undefined, ...change }), replace: true });
  return (
    <>
      <Title order={1} size="h3">
        Rules
      </Title>
      <Group my="sm">
        <FilterSelect
          label="Mode"
          values={MODES}
          value={filters.mode}
          empty="any"
          choose={(mode) => filter({ mode })}
        />
      </Group>
      <Loaded query={query}>
        {(rules) => (
          <Rows
            rows={rules}
            what="rule"
            idOf={({ id }) => id}
            open={({ id }) => void navigate({ to: '/$tenant/rules/$id', params: { tenant, id } })}
            page={filters.page}
            go={(page) => void navigate({ search: (old) => ({ ...old, page }) })}
            columns={[
              {
                title: 'Rule',
                cell: ({ id, definition }) => (
                  <To page="rules" id={id}>
                    {String(definition.name)}
                  </To>
                ),
              },
              { title: 'For', width: 130, cell: ({ definition }) => String(definition.event_type) },
              { title: 'Severity', width: 115, cell: ({ definition }) => <Word word={String(definition.severity)} /> },
              { title: 'Mode', width: 115, cell: ({ mode }) => <Word word={mode} /> },
              { title: 'Version', width: 80, cell: ({ version }) => version },
              { title: 'Changed', width: 140, cell: ({ updated_at }) => <When at={updated_at} /> },
            ]}
          />
        )}
      </Loaded>
    </>
  );
}
