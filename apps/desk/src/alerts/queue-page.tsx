import { Anchor, Group, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Word } from '../parts/badges';
import { FilterSelect } from '../parts/filter-select';
import { Loaded } from '../parts/loaded';
import { Rows } from '../parts/rows';
import { When } from '../parts/when';
import { type AlertFilters, SEVERITIES, SOURCES, STATUSES } from './filters';
import { alertsQuery } from './queries';

/** The alerts of a tenant. With the keys j, k and Enter, an officer goes through them without a mouse. */
export function QueuePage() {
  const { tenant } = useParams({ from: '/$tenant/alerts' });
  const filters = useSearch({ from: '/$tenant/alerts' });
  const navigate = useNavigate({ from: '/$tenant/alerts' });
  const query = useQuery(alertsQuery(tenant, filters));
  const filter = (change: AlertFilters) =>
    void navigate({ search: (old) => ({ ...old, page: undefined, ...change }), replace: true });
  return (
    <>
      <Title order={1} size="h3">
        Alerts
      </Title>
      <Group my="sm" align="end">
        <FilterSelect
          label="Status"
          values={STATUSES}
          value={filters.status}
          empty="open"
          choose={(status) => filter({ status })}
        />
        <FilterSelect
          label="Severity"
          values={SEVERITIES}
          value={filters.severity}
          empty="any"
          choose={(severity) => filter({ severity })}
        />
        <FilterSelect
          label="Source"
          values={SOURCES}
          value={filters.source}
          empty="any"
          choose={(source) => filter({ source })}
        />
        {filters.customer_id && (
          <Anchor component="button" size="sm" onClick={() => filter({ customer_id: undefined })}>
            Show the alerts of all customers
          </Anchor>
        )}
      </Group>
      <Loaded query={query}>
        {(alerts) => (
          <Rows
            rows={alerts}
            what="alert"
            idOf={({ id }) => id}
            open={({ id }) => void navigate({ to: '/$tenant/alerts/$id', params: { tenant, id }, search: filters })}
            page={filters.page}
            go={(page) => void navigate({ search: (old) => ({ ...old, page }) })}
            columns={[
              { title: 'Severity', width: 115, cell: ({ severity }) => <Word word={severity} /> },
              {
                title: 'What happened',
                cell: ({ id, title }) => (
                  <Link to="/$tenant/alerts/$id" params={{ tenant, id }} search={filters} className="row-link">
                    {title}
                  </Link>
                ),
              },
              { title: 'Source', width: 110, cell: ({ source }) => source },
              { title: 'Status', width: 125, cell: ({ status }) => <Word word={status} /> },
              { title: 'Raised', width: 140, cell: ({ created_at }) => <When at={created_at} /> },
            ]}
          />
        )}
      </Loaded>
    </>
  );
}
