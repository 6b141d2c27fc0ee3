import { Alert, Card, Group, SimpleGrid, Stack, Text, Timeline, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { Schemas } from '../api/client';
import { Word } from '../parts/badges';
import { Facts } from '../parts/facts';
import { Loaded } from '../parts/loaded';
import { To } from '../parts/to';
import { When } from '../parts/when';
import { DecideIdentity } from './decide-identity';
import { riskHistoryQuery, riskViewQuery } from './queries';
import { RiskFactors } from './risk-factors';

type RiskView = Schemas['RiskView'];

/** A customer with its risk view, alerts, cases and history of ratings. */
export function CustomerPage() {
  const { tenant, id } = useParams({ from: '/$tenant/customers/$id' });
  const view = useQuery(riskViewQuery(tenant, id));
  const history = useQuery(riskHistoryQuery(tenant, id));
  return (
    <Loaded query={view}>
      {(risk) => (
        <Stack>
          <Heading view={risk} tenant={tenant} />
          <SimpleGrid cols={{ base: 1, lg: 2 }}>
            <Part title="Risk">
              <RiskFactors risk={risk.risk} />
            </Part>
            <Part title="Profile">
              <Profile customer={risk.customer} />
            </Part>
            <Part title={`Active alerts (${risk.active_alert_count})`}>
              {risk.active_alerts.map(({ id: alert, title, severity }) => (
                <Group key={alert} gap="xs" wrap="nowrap" my={4}>
                  <Word word={severity} />
                  <To page="alerts" id={alert}>
                    {title}
                  </To>
                </Group>
              ))}
              {risk.active_alerts.length === 0 && <Text size="sm">None.</Text>}
            </Part>
            <Part title="Open cases">
              {risk.open_cases.map(({ id: case_, title }) => (
                <div key={case_}>
                  <To page="cases" id={case_}>
                    {title}
                  </To>
                </div>
              ))}
              {risk.open_cases.length === 0 && <Text size="sm">None.</Text>}
            </Part>
            <Part title="Ratings">
              <Loaded query={history}>
                {(ratings) => (
                  <Timeline bulletSize={14}>
                    {ratings.map(({ created_at, rating_from, rating_to, reason }, index) => (
                      <Timeline.Item
                        key={index}
                        title={rating_from === null ? rating_to : `${rating_from} → ${rating_to}`}
                      >
                        <Text size="sm" className="foreign">
                          {reason}
                        </Text>
                        <Text size="xs" c="dimmed">
                          <When at={created_at} />
                        </Text>
                      </Timeline.Item>
                    ))}
                  </Timeline>
                )}
              </Loaded>
            </Part>
            <Part title="Screening">
              {risk.screening_results.map(({ alert_id, matched_name, list, score, status }) => (
                <Group key={alert_id} gap="xs" my={4}>
                  <Word word={status} />
                  <To page="alerts" id={alert_id}>
                    {matched_name}
                  </To>
                  <Text size="sm" c="dimmed">
                    {list}, {score}
                  </Text>
                </Group>
              ))}
              {risk.screening_results.length === 0 && <Text size="sm">No match.</Text>}
            </Part>
          </SimpleGrid>
        </Stack>
      )}
    </Loaded>
  );
}

const Part = ({ title, children }: { title: string; children: React.ReactNode }) => (
  <Card withBorder component="section" aria-label={title}>
    <Title order={2} size="h5" mb="xs">
      {title}
    </Title>
    {children}
  </Card>
);

function Heading({ view, tenant }: { view: RiskView; tenant: string }) {
  const { customer, risk, is_sanctioned, requires_edd, edd_reasons } = view;
  return (
    <>
      <Group gap="xs">
        <Title order={1} size="h3" className="foreign" dir="auto">
          {customer.full_name ?? customer.business_name ?? customer.email}
        </Title>
        <Word word={risk.rating} />
        <Word word={customer.kyc_status} />
        <DecideIdentity tenant={tenant} customer={customer} />
      </Group>
      {is_sanctioned && (
        <Alert color="red.9" variant="filled" title="Sanctioned">
          A match with a sanctions list is confirmed.
        </Alert>
      )}
      {requires_edd && (
        <Alert variant="default" title="Enhanced due diligence">
          {edd_reasons.join('; ')}
        </Alert>
      )}
    </>
  );
}

const Profile = ({ customer }: { customer: Schemas['Customer'] }) => (
  <Facts
    facts={[
      ['email', customer.email],
      ['type', customer.customer_type],
      ['external id', customer.external_id],
      ['nationality', customer.nationality],
      ['date of birth', customer.date_of_birth],
      ['phone', customer.phone],
      ['occupation', customer.occupation],
      ['industry', customer.industry_type],
      ['source of funds', customer.source_of_funds],
      ['PEP status', customer.pep_status],
      ['accounts', customer.account_refs.join(', ')],
      ['address', customer.address && Object.values(customer.address).join(', ')],
      ['owners', customer.beneficial_owners.map(({ name }) => name).join(', ')],
      ['related parties', customer.related_parties.map(({ name }) => name).join(', ')],
      ['customer since', customer.customer_since],
      ['created', <When key="created" at={customer.created_at} />],
    ]}
  />
);
