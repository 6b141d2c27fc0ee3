import { Button, Group, Progress, Stack, Table, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, dataOf, type Schemas } from '../api/client';
import { Word } from '../parts/badges';
import { DayChart, daysFrom } from '../parts/day-chart';
import { Loaded } from '../parts/loaded';
import { To } from '../parts/to';
import { When } from '../parts/when';
import { useMay } from '../session/session';
import { backtestQuery, isRunning } from './queries';

type Backtest = Schemas['BacktestDetail'];
type Figures = Schemas['BacktestFigures'];
const grouped = (number: number): string => number.toLocaleString('en-US');

/** A backtest: its progress, and at the end what the draft would change. */
export function BacktestResult({ tenant, id }: { tenant: string; id: string }) {
  const query = useQuery(backtestQuery(tenant, id));
  return (
    <Loaded query={query}>
      {(backtest) => (
        <Stack gap="sm">
          <Group gap="xs">
            <Title order={2} size="h5">
              Backtest
            </Title>
            <Word word={backtest.status} />
            {isRunning(backtest) && <Cancel tenant={tenant} id={id} />}
          </Group>
          <div role="status">
            {isRunning(backtest) ? <Running backtest={backtest} /> : <Ended backtest={backtest} />}
          </div>
        </Stack>
      )}
    </Loaded>
  );
}

function Cancel({ tenant, id }: { tenant: string; id: string }) {
  const cache = useQueryClient();
  const may = useMay(tenant);
  const cancelling = useMutation({
    mutationFn: () =>
      dataOf(
        api.POST('/api/v1/tenants/{slug}/monitoring-rules/backtests/{backtestId}/cancel', {
          params: { path: { slug: tenant, backtestId: id } },
        }),
      ),
    onSettled: () => cache.invalidateQueries({ queryKey: ['backtest', tenant, id] }),
  });
  if (!may('run_backtests')) return null;
  return (
    <Button size="xs" variant="default" loading={cancelling.isPending} onClick={() => cancelling.mutate()}>
      Cancel the backtest
    </Button>
  );
}

function Running({ backtest: { progress } }: { backtest: Backtest }) {
  if (!progress) return <Text size="sm">It waits for its turn.</Text>;
  const { customers_read, customers_total } = progress;
  const words = `It has read ${grouped(customers_read)} of ${grouped(customers_total)} customers.`;
  return (
    <>
      <Text size="sm">{words}</Text>
      <Progress
        value={customers_total === 0 ? 100 : (100 * customers_read) / customers_total}
        aria-label={words}
        animated
      />
    </>
  );
}

function Ended({ backtest }: { backtest: Backtest }) {
  const { status, reason, result, ended_by } = backtest;
  if (status === 'failed') return <Text size="sm">It failed: {reason}.</Text>;
  if (!result) return <Text size="sm">It was cancelled by {ended_by}. Run it again for a result.</Text>;
  return (
    <Stack gap="sm">
      <Text size="sm">{sentence(result)}</Text>
      <Comparison result={result} />
      <Days result={result} />
      {backtest.examples.length > 0 && <Examples backtest={backtest} />}
    </Stack>
  );
}

/** What would change, in words. */
function sentence({ alerts, hit_customers, customers, baseline, complete, stopped_events }: Figures): string {
  const would = `The draft would raise ${grouped(alerts)} alerts for ${grouped(hit_customers)} of ${grouped(customers)} customers`;
  const more = baseline
    ? `; version ${baseline.version} raises ${grouped(baseline.alerts)}. ${grouped(baseline.new_customers)} customers are new, and ${grouped(baseline.lost_customers)} are no longer found.`
    : '.';
  const part = complete ? '' : ' Only a part of the history was read in the time for a backtest.';
  const stopped = stopped_events > 0 ? ` ${grouped(stopped_events)} events took too long and count as no match.` : '';
  return would + more + part + stopped;
}

function Comparison({ result }: { result: Figures }) {
  const { baseline } = result;
  const rows = [
    ['alerts, after the cooldown', result.alerts, baseline?.alerts],
    ['customers touched', result.hit_customers, baseline?.hit_customers],
    ['events that match', result.hit_events, baseline?.hit_events],
  ] as const;
  return (
    <Table verticalSpacing={4} maw={560} aria-label="What would change">
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">Over the history</Table.Th>
          <Table.Th scope="col">Draft</Table.Th>
          {baseline && <Table.Th scope="col">Version {baseline.version}</Table.Th>}
          {baseline && <Table.Th scope="col">Change</Table.Th>}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(([name, draft, stored]) => (
          <Table.Tr key={name}>
            <Table.Th scope="row" fw={400}>
              {name}
            </Table.Th>
            <Table.Td>{grouped(draft)}</Table.Td>
            {stored !== undefined && <Table.Td>{grouped(stored)}</Table.Td>}
            {stored !== undefined && <Table.Td>{signed(draft - stored)}</Table.Td>}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

const signed = (number: number): string => (number > 0 ? `+${grouped(number)}` : grouped(number));

function Days({ result: { days = [], baseline } }: { result: Figures }) {
  const all = [...days, ...(baseline?.days ?? [])].map(({ day }) => day).toSorted();
  const [first, last] = [all[0], all.at(-1)];
  if (first === undefined || last === undefined) return <Text size="sm">No day would have an alert.</Text>;
  const valuesOf = (counted: { day: string; alerts: number }[]) =>
    new Map(counted.map(({ day, alerts }) => [day, alerts]));
  const series = [
    { name: 'draft', values: valuesOf(days) },
    ...(baseline ? [{ name: `version ${baseline.version}`, values: valuesOf(baseline.days) }] : []),
  ];
  return (
    <div>
      <Title order={3} size="h6" mb={4}>
        Alerts per day
      </Title>
      <DayChart label="Alerts per day" days={daysFrom(first, last)} series={series} />
    </div>
  );
}

const Examples = ({ backtest: { examples } }: { backtest: Backtest }) => (
  <div>
    <Title order={3} size="h6" mb={4}>
      The first match of some customers
    </Title>
    {examples.map(({ event_id, customer_id, at }) => (
      <Group key={String(event_id)} gap="xs">
        <To page="customers" id={String(customer_id)}>
          {String(customer_id)}
        </To>
        <Text size="sm" c="dimmed">
          <When at={String(at)} />
        </Text>
      </Group>
    ))}
  </div>
);
