import { Group, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Word } from '../parts/badges';
import { FilterSelect } from '../parts/filter-select';
import { Loaded } from '../parts/loaded';
import { Rows } from '../parts/rows';
import { To } from '../parts/to';
import { When } from '../parts/when';
import { CASE_STATUSES, type CaseFilters } from './filters';
import { casesQuery } from './queries';

/** The cases of a tenant. */
export function CasesPage() {
  const { tenant } = useParams({ from: '/$tenant/cases' });
  const filters = useSearch({ from: '/$tenant/cases' });
  const navigate = useNavigate({ from: '/$tenant/cases' });
  const query = useQuery(casesQuery(tenant, filters));
  const filter = (change: CaseFilters) =>
    void navigate({ search: (old) => ({ ...old, page: undefined, ...change }), replace: true });
  return (
    <>
      <Title order={1} size="h3">
        Cases
      </Title>
      <Group my="sm">
        <FilterSelect
          label="Status"
          values={CASE_STATUSES}
          value={filters.status}
          empty="any"
          choose={(status) => filter({ status })}
        />
      </Group>
      <Loaded query={query}>
        {(cases) => (
          <Rows
            rows={cases}
            what="case"
            idOf={({ id }) => id}
            open={({ id }) => void navigate({ to: '/$tenant/cases/$id', params: { tenant, id } })}
            page={filters.page}
            go={(page) => void navigate({ search: (old) => ({ ...old, page }) })}
            columns={[
              {
                title: 'Case',
                cell: ({ id, title }) => (
                  <To page="cases" id={id}>
                    {title}
                  </To>
                ),
              },
              { title: 'Status', width: 100, cell: ({ status }) => <Word word={status} /> },
              { title: 'Outcome', width: 175, cell: ({ outcome }) => outcome && <Word word={outcome} /> },
              { title: 'Alerts', width: 80, cell: ({ alert_ids }) => alert_ids.length },
              { title: 'Opened by', width: 160, wideOnly: true, cell: ({ opened_by }) => opened_by },
              { title: 'Opened', width: 140, cell: ({ created_at }) => <When at={created_at} /> },
            ]}
          />
        )}
      </Loaded>
    </>
  );
}
