import { Card, Group, SimpleGrid, Stack, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { api, changeOf } from '../api/client';
import { Actions } from '../parts/actions';
import { Word } from '../parts/badges';
import { Facts } from '../parts/facts';
import { Loaded } from '../parts/loaded';
import { Outline } from '../parts/outline';
import { To } from '../parts/to';
import { When } from '../parts/when';
import { useMay } from '../session/session';
import { eventQuery } from './queries';

/** One event of the institution, the result of each stage, and why it died, if it did. */
export function EventPage() {
  const { tenant, id } = useParams({ from: '/$tenant/events/$id' });
  const may = useMay(tenant);
  const cache = useQueryClient();
  const query = useQuery(eventQuery(tenant, id));
  return (
    <Loaded query={query}>
      {(event) => (
        <Stack>
          <Group gap="xs">
            <Title order={1} size="h3">
              {`Event: ${event.event_type}`}
            </Title>
            <Word word={event.status} />
          </Group>
          {event.status === 'dead' && may('operate_pipeline') && (
            <Actions
              onSent={() => {
                for (const read of ['event', 'events']) void cache.invalidateQueries({ queryKey: [read, tenant] });
              }}
              actions={[
                {
                  label: 'Process it again',
                  keys: 'r',
                  follows: 'Probity runs every stage of the event again.',
                  send: (reason) =>
                    changeOf(
                      api.POST('/api/v1/tenants/{slug}/events/{eventId}/rerun', {
                        params: { path: { slug: tenant, eventId: id } },
                        body: { reason },
                      }),
                    ),
                },
              ]}
            />
          )}
          <SimpleGrid cols={{ base: 1, lg: 2 }}>
            <Card withBorder>
              <Title order={2} size="h5">
                About the event
              </Title>
              <Facts
                facts={[
                  [
                    'customer',
                    event.customer_id && (
                      <To key="customer" page="customers" id={event.customer_id}>
                        {event.customer_id}
                      </To>
                    ),
                  ],
                  ['received', <When key="received" at={event.received_at} />],
                  ['processed', event.processed_at && <When key="processed" at={event.processed_at} />],
                  ['failed attempts', event.attempts > 0 && event.attempts],
                  ['last failure', event.last_error],
                  [
                    'alerts',
                    event.alert_ids.length > 0 && (
                      <Group key="alerts" gap="xs">
                        {event.alert_ids.map((alert) => (
                          <To key={alert} page="alerts" id={alert}>
                            {alert}
                          </To>
                        ))}
                      </Group>
                    ),
                  ],
                  ['id', event.event_id],
                ]}
              />
            </Card>
            <Card withBorder>
              <Title order={2} size="h5">
                What was sent
              </Title>
              <Outline value={event.payload} />
            </Card>
          </SimpleGrid>
          <Card withBorder>
            <Title order={2} size="h5">
              Stages
            </Title>
            <Facts
              facts={event.stages.map(({ stage, mode, result }) => [stage, `${result.replaceAll('_', ' ')} (${mode})`])}
            />
          </Card>
        </Stack>
      )}
    </Loaded>
  );
}
