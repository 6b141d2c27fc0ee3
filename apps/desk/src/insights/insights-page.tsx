import { Button, Group, SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { Schemas } from '../api/client';
import { useCommands } from '../keys/commands';
import { daysFrom } from '../parts/day-chart';
import { Loaded } from '../parts/loaded';
import { type InsightFilters, lastDays } from './filters';
import { DecidedByDay, RaisedByDay } from './by-day';
import { Lists, People, Rules, Times, Waiting } from './counts';
import { insightsQuery } from './queries';

const PERIODS = [7, 30, 90, 365] as const;

/** Figures about the alerts of a tenant in a period, each of which leads to its alerts. */
export function InsightsPage() {
  const { tenant } = useParams({ from: '/$tenant/insights' });
  const filters = useSearch({ from: '/$tenant/insights' });
  const navigate = useNavigate({ from: '/$tenant/insights' });
  const query = useQuery(insightsQuery(tenant, filters));
  const show = (period: InsightFilters) => void navigate({ search: period, replace: true });
  useCommands(
    PERIODS.map((days, index) => ({
      keys: String(index + 1),
      label: `The last ${days} days`,
      run: () => show(lastDays(days)),
    })),
  );
  return (
    <Stack>
      <Title order={1} size="h3">
        Insights
      </Title>
      <Period filters={filters} shown={query.data} show={show} />
      <Loaded query={query}>
        {(insights) => {
          const days = daysFrom(insights.from, insights.to);
          return (
            <Stack>
              <SimpleGrid cols={{ base: 1, lg: 2 }}>
                <RaisedByDay insights={insights} days={days} />
                <DecidedByDay insights={insights} days={days} />
                <Waiting insights={insights} />
                <Times insights={insights} />
                <Rules insights={insights} />
                <Lists insights={insights} />
                <People insights={insights} />
              </SimpleGrid>
              <Text size="xs" c="dimmed">
                Days are in UTC. Figures of decisions count by the day of the decision.
              </Text>
            </Stack>
          );
        }}
      </Loaded>
    </Stack>
  );
}

interface PeriodProps {
  filters: InsightFilters;
  shown: Schemas['Insights'] | undefined;
  show: (period: InsightFilters) => void;
}

function Period({ filters, shown, show }: PeriodProps) {
  const from = filters.from ?? shown?.from ?? '';
  const to = filters.to ?? shown?.to ?? '';
  return (
    <Group align="end">
      <TextInput
        type="date"
        size="xs"
        label="From"
        value={from}
        max={to}
        onChange={({ currentTarget: { value } }) => value !== '' && show({ from: value, to })}
      />
      <TextInput
        type="date"
        size="xs"
        label="To"
        value={to}
        min={from}
        onChange={({ currentTarget: { value } }) => value !== '' && show({ from, to: value })}
      />
      <Group gap={4} role="group" aria-label="Period">
        {PERIODS.map((days) => (
          <Button key={days} size="xs" variant="default" onClick={() => show(lastDays(days))}>
            {days} days
          </Button>
        ))}
      </Group>
    </Group>
  );
}
