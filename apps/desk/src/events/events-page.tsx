import { Anchor, Group, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Word } from '../parts/badges';
import { FilterSelect } from '../parts/filter-select';
import { Loaded } from '../parts/loaded';
import { Rows } from '../parts/rows';
import { To } from '../parts/to';
import { When } from '../parts/when';
import { EVENT_STATUSES, EVENT_TYPES, type EventFilters } from './filters';
import { eventsQuery } from './queries';

/** What the institution sent, and what came of it. Dead events are found here. */
export function EventsPage() {
  const { tenant } = useParams({ from: '/$tenant/events' });
  const filters = useSearch({ from: '/$tenant/events' });
  const navigate = useNavigate({ from: '/$tenant/events' });
  const query = useQuery(eventsQuery(tenant, filters));
  const filter = (change: EventFilters) =>
    void navigate({ search: (old) => ({ ...old, page: undefined, ...change }), replace: true });
  return (
    <>
      <Title order={1} size="h3">
        Events
      </Title>
      <Group my="sm" align="end">
        <FilterSelect
          label="Status"
          values={EVENT_STATUSES}
          value={filters.status}
          empty="any"
          choose={(status) => filter({ status })}
        />
        <FilterSelect
          label="Type"
          values={EVENT_TYPES}
          value={filters.event_type}
          empty="any"
          choose={(event_type) => filter({ event_type })}
        />
        {filters.customer_id && (
          <Anchor component="button" size="sm" onClick={() => filter({ customer_id: undefined })}>
            Show the events of all customers
          </Anchor>
        )}
      </Group>
      <Loaded query={query}>
        {(events) => (
          <Rows
            rows={events}
            what="event"
            idOf={({ event_id }) => event_id}
            open={({ event_id }) => void navigate({ to: '/$tenant/events/$id', params: { tenant, id: event_id } })}
            page={filters.page}
            go={(page) => void navigate({ search: (old) => ({ ...old, page }) })}
            columns={[
              {
                title: 'Event',
                width: 330,
                cell: ({ event_id }) => (
                  <To page="events" id={event_id}>
                    {event_id}
                  </To>
                ),
              },
              { title: 'Type', width: 120, cell: ({ event_type }) => event_type },
              { title: 'Status', width: 130, cell: ({ status }) => <Word word={status} /> },
              { title: 'Received', width: 140, cell: ({ received_at }) => <When at={received_at} /> },
              { title: 'Alerts', width: 80, align: 'right', cell: ({ alert_ids }) => alert_ids.length },
              {
                title: 'Last failure',
                cell: ({ last_error, attempts }) =>
                  last_error !== null && (
                    <Text size="sm" lineClamp={2}>
                      {`${last_error} (${attempts} attempts)`}
                    </Text>
                  ),
              },
            ]}
          />
        )}
      </Loaded>
    </>
  );
}
