import { Badge, Button, Card, Group, Kbd, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { riskViewQuery } from '../customers/queries';
import { useCommands } from '../keys/commands';
import { Word } from '../parts/badges';
import { countryName } from '../parts/country-name';
import { Facts } from '../parts/facts';
import { Loaded } from '../parts/loaded';
import { To } from '../parts/to';
import { When } from '../parts/when';
import { alertsQuery } from './queries';

const MOST = 6;

/** Who the alert is about, and the customer's other alerts with what was decided. */
export function CustomerCard({ tenant, id, alertId }: { tenant: string; id: string; alertId: string }) {
  const navigate = useNavigate();
  const open = () => void navigate({ to: '/$tenant/customers/$id', params: { tenant, id } });
  useCommands([{ keys: 'p', label: 'Open the customer', run: open }]);
  const view = useQuery({ ...riskViewQuery(tenant, id), refetchOnMount: 'always' });
  return (
    <Card withBorder component="section" aria-label="Customer">
      <Group justify="space-between" wrap="nowrap">
        <Title order={2} size="h5">
          Customer
        </Title>
        <Button size="compact-xs" variant="default" onClick={open} rightSection={<Kbd size="xs">p</Kbd>}>
          Open
        </Button>
      </Group>
      <Loaded query={view}>
        {({ customer, risk, is_sanctioned, requires_edd }) => (
          <>
            <Group gap="xs" my="xs">
              <To page="customers" id={id}>
                <span className="foreign">{customer.full_name ?? customer.business_name ?? customer.email}</span>
              </To>
              {is_sanctioned && (
                <Badge color="red.9" variant="filled">
                  Sanctioned
                </Badge>
              )}
              {requires_edd && (
                <Badge variant="default" tt="none">
                  enhanced due diligence
                </Badge>
              )}
            </Group>
            <Facts
              facts={[
                ['risk', `${risk.rating}, ${risk.composite_score} of 1,000`],
                ['identity', customer.kyc_status.replaceAll('_', ' ')],
                ['kind', customer.customer_type],
                ['date of birth', customer.date_of_birth],
                ['nationality', customer.nationality && countryName(customer.nationality)],
                [
                  customer.customer_type === 'corporate' ? 'registered in' : 'lives in',
                  customer.address?.country && countryName(customer.address.country),
                ],
                ['works as', customer.occupation],
                ['industry', customer.industry_type],
                ['income', customer.income_range],
                ['source of funds', customer.source_of_funds],
                ['customer since', customer.customer_since],
              ]}
            />
          </>
        )}
      </Loaded>
      <OtherAlerts tenant={tenant} id={id} alertId={alertId} />
    </Card>
  );
}

function OtherAlerts({ tenant, id, alertId }: { tenant: string; id: string; alertId: string }) {
  const query = useQuery(alertsQuery(tenant, { view: 'all', customer_id: id }));
  return (
    <Loaded query={query}>
      {(alerts) => {
        const others = alerts.filter((alert) => alert.id !== alertId);
        return (
          <Stack gap={4} mt="xs">
            <Text size="sm" fw={500}>
              {others.length === 0 ? 'No other alerts' : 'Other alerts of the customer'}
            </Text>
            {others.slice(0, MOST).map(({ id: other, title, status, created_at }) => (
              <Group key={other} gap="xs" wrap="nowrap" align="start">
                <Word word={status} />
                <To page="alerts" id={other}>
                  <span className="foreign">{title}</span>
                </To>
                <Text size="xs" c="dimmed" ml="auto" flex="none">
                  <When at={created_at} />
                </Text>
              </Group>
            ))}
            {others.length > MOST && <Text size="sm">and more; the customer’s page has all of them.</Text>}
          </Stack>
        );
      }}
    </Loaded>
  );
}
