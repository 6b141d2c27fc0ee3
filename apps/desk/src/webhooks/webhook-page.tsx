import { Card, Group, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Word } from '../parts/badges';
import { Facts } from '../parts/facts';
import { FilterSelect } from '../parts/filter-select';
import { Loaded } from '../parts/loaded';
import { Rows } from '../parts/rows';
import { To } from '../parts/to';
import { When } from '../parts/when';
import { useMay } from '../session/session';
import { EndpointActions } from './endpoint-actions';
import { DELIVERY_STATUSES, type DeliveryFilters } from './filters';
import { deliveriesQuery, type Delivery, endpointQuery } from './queries';

/** An endpoint of the institution, and what was sent to it. */
export function WebhookPage() {
  const { tenant, id } = useParams({ from: '/$tenant/webhooks/$id' });
  const filters = useSearch({ from: '/$tenant/webhooks/$id' });
  const navigate = useNavigate({ from: '/$tenant/webhooks/$id' });
  const may = useMay(tenant);
  const endpoint = useQuery(endpointQuery(tenant, id));
  const deliveries = useQuery(deliveriesQuery(tenant, id, filters));
  const filter = (change: DeliveryFilters) =>
    void navigate({ search: (old) => ({ ...old, page: undefined, ...change }), replace: true });
  return (
    <Loaded query={endpoint}>
      {(shown) => (
        <Stack>
          <Group gap="xs">
            <Title order={1} size="h3" className="foreign">
              {shown.label}
            </Title>
            <Word word={shown.status} />
          </Group>
          {may('configure_tenant') && <EndpointActions tenant={tenant} endpoint={shown} />}
          <Card withBorder>
            <Facts
              facts={[
                ['address', shown.url],
                ['events', shown.event_types.join(', ')],
                ['disabled because', shown.status_reason],
                ['fails since', shown.failing_since && <When key="failing" at={shown.failing_since} />],
                ['registered', <When key="created" at={shown.created_at} />],
                ['id', shown.id],
              ]}
            />
          </Card>
          <Title order={2} size="h4">
            Deliveries
          </Title>
          <Group>
            <FilterSelect
              label="Status"
              values={DELIVERY_STATUSES}
              value={filters.status}
              empty="any"
              choose={(status) => filter({ status })}
            />
          </Group>
          <Loaded query={deliveries}>
            {(rows) => (
              <Rows
                rows={rows}
                what="delivery"
                empty="No delivery to this endpoint matches the filter."
                idOf={(row) => row.id}
                open={(row) => void navigate({ to: '/$tenant/deliveries/$id', params: { tenant, id: row.id } })}
                page={filters.page}
                go={(page) => void navigate({ search: (old) => ({ ...old, page }) })}
                columns={[
                  {
                    title: 'Event',
                    width: 180,
                    cell: (row) => (
                      <To page="deliveries" id={row.id}>
                        {row.is_test ? `${row.event_type} (test)` : row.event_type}
                      </To>
                    ),
                  },
                  { title: 'Status', width: 130, cell: ({ status }) => <Word word={status} /> },
                  { title: 'Outcome', cell: (row) => <OutcomeOf delivery={row} /> },
                  { title: 'Attempts', width: 100, align: 'right', cell: ({ attempt_count }) => attempt_count },
                  { title: 'Created', width: 140, cell: ({ created_at }) => <When at={created_at} /> },
                ]}
              />
            )}
          </Loaded>
        </Stack>
      )}
    </Loaded>
  );
}

function OutcomeOf({
  delivery: { status, response_status, error, next_retry_at, delivered_at },
}: {
  delivery: Delivery;
}) {
  const said = [response_status && `HTTP ${response_status}`, error].filter(Boolean).join(', ');
  return (
    <>
      {said}
      {status === 'succeeded' && delivered_at && (
        <>
          {' '}
          <When at={delivered_at} />
        </>
      )}
      {status === 'failed' &&
        (next_retry_at ? (
          <>
            ; next attempt <When at={next_retry_at} />
          </>
        ) : (
          '; failed for good'
        ))}
    </>
  );
}
