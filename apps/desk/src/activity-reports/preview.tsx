import { Alert, Card, List, SimpleGrid, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { amountText } from '../alerts/transaction';
import { Facts } from '../parts/facts';
import { Loaded } from '../parts/loaded';
import { When } from '../parts/when';
import { previewQuery, type Report } from './queries';

/** What the report says about the institution, the customer and the transactions, and what keeps it from goAML. */
export function Preview({ tenant, report }: { tenant: string; report: Report }) {
  const query = useQuery(previewQuery(tenant, report.id, report.version, report.status));
  return (
    <Loaded query={query}>
      {({ facts: { entity, subject, transactions, alerts }, problems }) => (
        <>
          {problems.length > 0 ? (
            <Alert variant="outline" color="yellow">
              <Text fw={700}>Not yet a valid goAML document</Text>
              <List size="sm">
                {problems.map((problem) => (
                  <List.Item key={problem} className="foreign">
                    {problem}
                  </List.Item>
                ))}
              </List>
            </Alert>
          ) : (
            <Alert variant="outline" color="green">
              <Text fw={700}>A valid goAML document</Text>
            </Alert>
          )}
          <SimpleGrid cols={{ base: 1, lg: 2 }}>
            <Card withBorder>
              <Title order={2} size="h5" mb="xs">
                Subject
              </Title>
              <Facts
                facts={[
                  ['name', subject.name],
                  ['kind', subject.customer_type],
                  ['date of birth', subject.date_of_birth],
                  ['nationality', subject.nationality],
                  ['registration no', subject.registration_no],
                  ['address', subject.address_line],
                  ['city', subject.city],
                  ['country', subject.country],
                  ['email', subject.email],
                  ['telephone', subject.phone],
                  ['occupation', subject.occupation],
                ]}
              />
            </Card>
            <Card withBorder>
              <Title order={2} size="h5" mb="xs">
                Reporting entity
              </Title>
              <Facts
                facts={[
                  ['name', entity.entity_name],
                  ['id', entity.entity_id],
                  ['city', entity.city],
                  ['country', entity.country],
                  ['currency', entity.currency],
                  ['contact', [entity.contact_first_name, entity.contact_last_name].filter(Boolean).join(' ')],
                ]}
              />
            </Card>
          </SimpleGrid>
          <Card withBorder>
            <Title order={2} size="h5" mb="xs">
              Transactions ({transactions.length})
            </Title>
            <Table>
              <Table.Tbody>
                {transactions.map((one) => (
                  <Table.Tr key={one.event_id}>
                    <Table.Td>
                      <When at={one.occurred_at} />
                    </Table.Td>
                    <Table.Td>{amountText(one.amount, one.currency)}</Table.Td>
                    <Table.Td>
                      {one.direction}, {one.method}
                    </Table.Td>
                    <Table.Td className="foreign">{one.counterparty_name}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
            <Text size="sm" mt="xs">
              Alerts: {alerts.length}
            </Text>
          </Card>
        </>
      )}
    </Loaded>
  );
}
