import { Card, Group, Stack, Table, Text, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { api, changeOf } from '../api/client';
import { Actions } from '../parts/actions';
import { Word } from '../parts/badges';
import { Facts } from '../parts/facts';
import { Loaded } from '../parts/loaded';
import { To } from '../parts/to';
import { When } from '../parts/when';
import { useMay } from '../session/session';
import { TableHead } from '../parts/table-head';
import { type Delivery, deliveryQuery } from './queries';

/** One event on its way to one endpoint, with the attempts. */
export function DeliveryPage() {
  const { tenant, id } = useParams({ from: '/$tenant/deliveries/$id' });
  const may = useMay(tenant);
  const cache = useQueryClient();
  const query = useQuery(deliveryQuery(tenant, id));
  return (
    <Loaded query={query}>
      {(delivery) => (
        <Stack>
          <Group gap="xs">
            <Title order={1} size="h3" className="foreign">
              {`Delivery of ${delivery.event_type}`}
            </Title>
            <Word word={delivery.status} />
            {delivery.is_test && <Word word="test" />}
          </Group>
          {may('configure_tenant') && delivery.status !== 'canceled' && (
            <Actions
              onSent={() => void cache.invalidateQueries({ queryKey: ['delivery', tenant, id] })}
              actions={[
                {
                  label: 'Send again',
                  keys: 'r',
                  follows: 'Probity sends the same event again now, with the same id.',
                  send: (reason) =>
                    changeOf(
                      api.POST('/api/v1/tenants/{slug}/webhook-deliveries/{deliveryId}/resend', {
                        params: { path: { slug: tenant, deliveryId: id } },
                        body: { reason },
                      }),
                    ),
                },
              ]}
            />
          )}
          <Card withBorder>
            <Facts
              facts={[
                [
                  'endpoint',
                  <To key="endpoint" page="webhooks" id={delivery.endpoint_id}>
                    {delivery.endpoint_id}
                  </To>,
                ],
                ['last response', delivery.response_status && `HTTP ${delivery.response_status}`],
                ['last error', delivery.error],
                ['next attempt', delivery.next_retry_at && <When key="next" at={delivery.next_retry_at} />],
                ['delivered', delivery.delivered_at && <When key="delivered" at={delivery.delivered_at} />],
                ['created', <When key="created" at={delivery.created_at} />],
                ['event', delivery.event_id],
              ]}
            />
          </Card>
          <Card withBorder>
            <Title order={2} size="h5" mb="xs">
              Attempts
            </Title>
            <Attempts delivery={delivery} />
          </Card>
        </Stack>
      )}
    </Loaded>
  );
}

function Attempts({ delivery: { attempts } }: { delivery: Delivery }) {
  if (attempts.length === 0) return <Text size="sm">Probity has not tried yet.</Text>;
  return (
    <Table>
      <TableHead titles={['Number', 'When', 'Duration', 'Response', 'Error']} />
      <Table.Tbody>
        {attempts.map((attempt) => (
          <Table.Tr key={attempt.id}>
            <Table.Td>{attempt.number}</Table.Td>
            <Table.Td>
              <When at={attempt.at} />
            </Table.Td>
            <Table.Td>{attempt.duration_ms.toLocaleString()} ms</Table.Td>
            <Table.Td>{attempt.response_status ? `HTTP ${attempt.response_status}` : 'none'}</Table.Td>
            <Table.Td className="foreign">{attempt.error}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
