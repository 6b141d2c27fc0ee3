import { Group, SimpleGrid, Stack, Text, Timeline } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Schemas } from '../api/client';
import { filesOfCustomerQuery } from '../cases/files';
import { Word } from '../parts/badges';
import { countryName } from '../parts/country-name';
import { Facts } from '../parts/facts';
import { Loaded } from '../parts/loaded';
import { To } from '../parts/to';
import { When } from '../parts/when';
import { Identity } from './identity';
import { Part } from './part';
import { riskHistoryQuery } from './queries';
import { RiskFactors } from './risk-factors';
import { Screening } from './screening';
import { Signals } from './signals';

interface OverviewProps {
  tenant: string;
  id: string;
  risk: Schemas['RiskView'];
}

/** The risk view of a customer, its profile, and what was found about it. */
export function Overview({ tenant, id, risk }: OverviewProps) {
  const history = useQuery(riskHistoryQuery(tenant, id));
  const files = useQuery(filesOfCustomerQuery(tenant, id));
  return (
    <Stack>
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
        <Part title="Files of cases">
          <Loaded query={files}>
            {(newest) =>
              newest.length === 0 ? (
                <Text size="sm">None.</Text>
              ) : (
                newest.map((file) => (
                  <div key={file.id}>
                    <To page="cases" id={file.case_id}>
                      {file.name}
                    </To>
                  </div>
                ))
              )
            }
          </Loaded>
        </Part>
        <Part title="Ratings">
          <Loaded query={history}>
            {(ratings) => (
              <Timeline bulletSize={14}>
                {ratings.map(({ created_at, rating_from, rating_to, reason }, index) => (
                  <Timeline.Item key={index} title={rating_from === null ? rating_to : `${rating_from} → ${rating_to}`}>
                    <Text size="sm" className="foreign">
                      {reason.replaceAll('_', ' ')}
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
        <Identity risk={risk} />
      </SimpleGrid>
      <Part title="Screening">
        <Screening results={risk.screening_results} />
      </Part>
      <Part title="Signals of providers">
        <Signals signals={risk.provider_signals} />
      </Part>
    </Stack>
  );
}

const addressText = ({ country, ...rest }: NonNullable<Schemas['Customer']['address']>): string =>
  [...Object.values(rest), country && countryName(country)].filter(Boolean).join(', ');

const Profile = ({ customer }: { customer: Schemas['Customer'] }) => (
  <Facts
    facts={[
      ['email', customer.email],
      ['type', customer.customer_type],
      ['other names', customer.aliases?.join(', ')],
      ['your reference', customer.external_id],
      ['nationality', customer.nationality && countryName(customer.nationality)],
      ['date of birth', customer.date_of_birth],
      ['gender', customer.gender],
      ['phone', customer.phone],
      ['occupation', customer.occupation],
      ['industry', customer.industry_type],
      ['source of funds', customer.source_of_funds],
      ['PEP status', customer.pep_status],
      ['accounts', customer.account_refs.join(', ')],
      ['address', customer.address && addressText(customer.address)],
      ['owners', customer.beneficial_owners.map(({ name }) => name).join(', ')],
      ['related parties', customer.related_parties.map(({ name }) => name).join(', ')],
      ['customer since', customer.customer_since],
      ['created', <When key="created" at={customer.created_at} />],
    ]}
  />
);
