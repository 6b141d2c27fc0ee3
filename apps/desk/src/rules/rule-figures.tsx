import { Anchor, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Schemas } from '../api/client';
import { AlertCount } from '../alerts/alerts-link';
import { Loaded } from '../parts/loaded';
import { To } from '../parts/to';
import { When } from '../parts/when';
import { backtestsQuery, ruleFiguresQuery, shadowHitsQuery } from './queries';

type Figures = Schemas['RuleFigures'];

/** The share of the decided alerts that were right, as people say it. */
export const precisionOf = ({ decided, confirmed }: Figures): string =>
  decided === 0 ? '' : `${Math.round((100 * confirmed) / decided)} %`;

/** What a rule found in the last 90 days. */
export function WhatItFound({ tenant, id }: { tenant: string; id: string }) {
  const figures = useQuery(ruleFiguresQuery(tenant, id, true));
  const hits = useQuery(shadowHitsQuery(tenant, id, true));
  return (
    <Loaded query={figures}>
      {(found) => (
        <Stack gap="xs">
          <Text size="sm">
            <AlertCount tenant={tenant} count={found.alerts} filters={{ rule_id: id }} /> alerts, {found.decided} of
            them decided{found.decided > 0 && `; ${precisionOf(found)} of the decided ones were right`}.
          </Text>
          <Text size="sm">
            In shadow mode it matched {found.shadow_hits.toLocaleString('en-US')} events of{' '}
            {found.shadow_customers.toLocaleString('en-US')} customers.
          </Text>
          {hits.data?.map(({ event_id, customer_id, at, version }) => (
            <Group key={event_id} gap="xs">
              <To page="customers" id={customer_id}>
                {customer_id}
              </To>
              <Text size="xs" c="dimmed">
                version {version}, <When at={at} />
              </Text>
            </Group>
          ))}
        </Stack>
      )}
    </Loaded>
  );
}

/** The backtests that compared a draft with a rule. */
export function Backtests({ tenant, id }: { tenant: string; id: string }) {
  const query = useQuery(backtestsQuery(tenant, id, true));
  return (
    <Loaded query={query}>
      {(all) =>
        all.length === 0 ? (
          <Text size="sm">None. Edit the rule, and run a backtest before you save.</Text>
        ) : (
          <Stack gap={4}>
            {all.map(({ id: backtest, status, started_at, started_by, result }) => (
              <Text key={backtest} size="sm">
                <Anchor component={Link} to={`/${tenant}/rules/backtests/${backtest}`} size="sm">
                  {result ? `${result.alerts.toLocaleString('en-US')} alerts` : status}
                </Anchor>{' '}
                <When at={started_at} />, {started_by.replace('staff:', '')}
              </Text>
            ))}
          </Stack>
        )
      }
    </Loaded>
  );
}
