import { Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Word } from '../parts/badges';
import { Loaded } from '../parts/loaded';
import { Rows } from '../parts/rows';
import { To } from '../parts/to';
import { When } from '../parts/when';
import { endpointsQuery } from './queries';

/** The webhook endpoints of a tenant. */
export function WebhooksPage() {
  const { tenant } = useParams({ from: '/$tenant/webhooks' });
  const { page } = useSearch({ from: '/$tenant/webhooks' });
  const navigate = useNavigate({ from: '/$tenant/webhooks' });
  const query = useQuery(endpointsQuery(tenant, page));
  return (
    <>
      <Title order={1} size="h3" mb="sm">
        Webhooks
      </Title>
      <Loaded query={query}>
        {(endpoints) => (
          <Rows
            rows={endpoints}
            what="endpoint"
            empty="There is no endpoint yet. The institution’s backend registers endpoints with its API key."
            idOf={({ id }) => id}
            open={({ id }) => void navigate({ to: '/$tenant/webhooks/$id', params: { tenant, id } })}
            page={page}
            go={(next) => void navigate({ search: { page: next } })}
            columns={[
              {
                title: 'Endpoint',
                width: 220,
                cell: ({ id, label }) => (
                  <To page="webhooks" id={id}>
                    {label}
                  </To>
                ),
              },
              { title: 'Address', cell: ({ url }) => url },
              { title: 'Status', width: 120, cell: ({ status }) => <Word word={status} /> },
              {
                title: 'Fails since',
                width: 140,
                cell: ({ failing_since }) =>
                  failing_since && (
                    <span data-overdue>
                      <When at={failing_since} />
                    </span>
                  ),
              },
              { title: 'Events', width: 220, cell: ({ event_types }) => event_types.join(', ') },
            ]}
          />
        )}
      </Loaded>
    </>
  );
}
