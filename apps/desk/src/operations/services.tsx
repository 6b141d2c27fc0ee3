import { Badge, Card, SimpleGrid, Table, Text, Title } from '@mantine/core';
import type { Schemas } from '../api/client';
import { When } from '../parts/when';
import { TableHead } from '../parts/table-head';

type Service = Schemas['RunningService'];

/** The services that run, and how far the followers of the event store are. */
export function Services({ state: { services, followers } }: { state: Schemas['Operations'] }) {
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }}>
      <Card withBorder>
        <Title order={2} size="h5" mb="xs">
          Services
        </Title>
        <Table>
          <TableHead titles={['Service', 'State', 'Dependencies', 'Seen']} />
          <Table.Tbody>
            {services.map((one) => (
              <Table.Tr key={`${one.service} ${one.instance}`}>
                <Table.Td>
                  {one.service}
                  <Text size="xs" c="dimmed" className="foreign">
                    {one.instance}
                  </Text>
                </Table.Td>
                <Table.Td>
                  <State of={one} />
                </Table.Td>
                <Table.Td>
                  {Object.entries(one.dependencies)
                    .map(([name, status]) => (status === 'ok' ? name : `${name}: ${status}`))
                    .join(', ')}
                </Table.Td>
                <Table.Td>
                  <When at={one.seen_at} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Card>
      <Card withBorder>
        <Title order={2} size="h5" mb="xs">
          Followers of the event store
        </Title>
        {followers.length === 0 ? (
          <Text size="sm">No follower has saved where it is yet.</Text>
        ) : (
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">Follower</Table.Th>
                <Table.Th scope="col" ta="right">
                  Events behind
                </Table.Th>
                <Table.Th scope="col">Saved</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {followers.map(({ name, behind, saved_at }) => (
                <Table.Tr key={name}>
                  <Table.Td className="foreign">{name}</Table.Td>
                  <Table.Td ta="right">{behind?.toLocaleString() ?? 'unknown'}</Table.Td>
                  <Table.Td>
                    <When at={saved_at} />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )}
      </Card>
    </SimpleGrid>
  );
}

function State({ of: { is_ready, is_silent } }: { of: Service }) {
  const [word, color] = is_silent ? ['silent', 'orange'] : is_ready ? ['ready', 'green'] : ['not ready', 'red'];
  return (
    <Badge variant="dot" color={color} tt="none">
      {word}
    </Badge>
  );
}
