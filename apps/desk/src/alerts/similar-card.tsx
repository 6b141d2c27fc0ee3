import { Badge, Card, Group, Stack, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Schemas } from '../api/client';
import { Word } from '../parts/badges';
import { Loaded } from '../parts/loaded';
import { To } from '../parts/to';
import { When } from '../parts/when';
import { similarQuery } from './queries';

type Similar = Schemas['SimilarAlerts'];

const TITLES: Record<Similar['similarity'], string> = {
  customer: 'Of this customer',
  party: 'Of other customers, about the same party',
  entry: 'Of other customers, about the same list entry',
  rule: 'Of other customers, by the same rule',
};

/** How alerts with the same rule or list entry were decided. */
export function SimilarCard({ tenant, alertId }: { tenant: string; alertId: string }) {
  const query = useQuery(similarQuery(tenant, alertId));
  return (
    <Card withBorder>
      <Title order={2} size="h5" mb="sm">
        Similar alerts
      </Title>
      <Loaded query={query}>
        {(groups) => (
          <Stack gap="sm">
            {groups.map((group) => (
              <SimilarGroup key={group.similarity} group={group} />
            ))}
            {groups.length === 0 && <Text size="sm">It has neither a rule nor a list entry to compare.</Text>}
          </Stack>
        )}
      </Loaded>
    </Card>
  );
}

function SimilarGroup({ group: { similarity, alerts, is_complete, outcomes, newest } }: { group: Similar }) {
  return (
    <section aria-label={TITLES[similarity]}>
      <Group gap={6}>
        <Text size="sm" fw={600}>
          {TITLES[similarity]}: {alerts === 0 ? 'none' : `${is_complete ? '' : 'the newest '}${alerts}`}
        </Text>
        {outcomes.map(({ outcome, alerts: count }) => (
          <Badge key={outcome} variant="default" tt="none">
            {count} {outcome.replaceAll('_', ' ')}
          </Badge>
        ))}
      </Group>
      {newest.length > 0 && (
        <Table verticalSpacing={4} aria-label={TITLES[similarity]}>
          <Table.Tbody>
            {newest.map((alert) => (
              <Table.Tr key={alert.id}>
                <Table.Td className="foreign">
                  <To page="alerts" id={alert.id}>
                    {similarity === 'customer'
                      ? alert.title
                      : (alert.customer_name ?? 'a customer whose data are not shown')}
                  </To>
                  {alert.reason !== null && (
                    <Text size="xs" className="foreign">
                      {alert.reason}
                    </Text>
                  )}
                </Table.Td>
                <Table.Td w={160}>
                  <Word word={alert.resolution ?? alert.status} />
                </Table.Td>
                <Table.Td w={110}>
                  <Text size="xs" c="dimmed">
                    <When at={alert.decided_at ?? alert.created_at} />
                  </Text>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </section>
  );
}
