import { Button, Card, Group, List, NumberInput, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Schemas } from '../api/client';
import { messageOf } from '../api/errors';
import { CountsTable } from '../insights/counts-table';
import { To } from '../parts/to';
import { measureScreening } from './queries';
import type { ThresholdRule } from './threshold-rules-card';

type Measured = Schemas['ScreeningMeasurement'];
type Figures = { name: string } & Measured['total'];

interface Props {
  tenant: string;
  /** the rules of the form, also when they are not saved yet */
  rules: ThresholdRule[];
  /** of the form */
  current: number;
}

/** Measures another threshold on the tenant's own decided alerts. Nothing is changed. */
export function MeasurementCard({ tenant, rules, current }: Props) {
  const [threshold, setThreshold] = useState(current);
  const measuring = useMutation({ mutationFn: () => measureScreening(tenant, { threshold, thresholds: rules }) });
  return (
    <Card withBorder component="section" aria-label="Measurement">
      <Title order={2} size="h5" mb="xs">
        What would another threshold have changed?
      </Title>
      <Text size="sm" c="dimmed">
        The alerts that were confirmed or dismissed are scored again, with this threshold and the rules above.
      </Text>
      <Group align="end" my="xs">
        <NumberInput
          label="Proposed threshold"
          value={threshold}
          min={0.5}
          max={1}
          step={0.01}
          hideControls
          onChange={(value) => setThreshold(Number(value))}
        />
        <Button variant="default" loading={measuring.isPending} onClick={() => measuring.mutate()}>
          Measure
        </Button>
      </Group>
      {measuring.isError && (
        <Text role="alert" c="red" size="sm">
          {messageOf(measuring.error)}
        </Text>
      )}
      {measuring.data && <Result measured={measuring.data} />}
    </Card>
  );
}

function Result({ measured }: { measured: Measured }) {
  const { total, by_list, by_kind, table, lost_alerts, left_out, notes } = measured;
  const rows: Figures[] = [
    { name: 'all', ...total },
    ...by_list.map(({ list, ...row }) => ({ name: `list ${list}`, ...row })),
    ...by_kind.map(({ kind, ...row }) => ({ name: kind, ...row })),
  ];
  const without = Object.values(left_out).reduce((sum, count) => sum + count, 0);
  return (
    <Stack role="status">
      <Text size="sm">
        {`${measured.measured} decided alerts with the threshold ${measured.threshold}; ${without} were left out.`}
      </Text>
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        <CountsTable
          title="With the proposal"
          name="screening-measurement"
          rows={rows}
          nothing="No alert was decided."
          columns={[
            { title: 'Alerts', value: ({ name }) => name },
            { title: 'Confirmed', value: ({ confirmed }) => confirmed },
            { title: 'False', value: (row) => row.false },
            { title: 'False saved', value: ({ saved }) => saved },
            { title: 'True lost', value: ({ lost }) => lost },
            { title: 'Precision', value: ({ precision }) => percent(precision) },
            { title: 'Proposed', value: ({ proposed_precision }) => percent(proposed_precision) },
          ]}
        />
        <CountsTable
          title="One threshold for all matches"
          name="screening-thresholds"
          rows={table}
          nothing=""
          columns={[
            { title: 'Threshold', value: (row) => row.threshold.toFixed(2) },
            { title: 'False saved', value: ({ saved }) => saved },
            { title: 'True lost', value: ({ lost }) => lost },
          ]}
        />
      </SimpleGrid>
      {lost_alerts.length > 0 && (
        <>
          <Text size="sm">Confirmed matches that would be lost. Look at each:</Text>
          <List size="sm">
            {lost_alerts.map((id) => (
              <List.Item key={id}>
                <To page="alerts" id={id}>
                  {id}
                </To>
              </List.Item>
            ))}
          </List>
        </>
      )}
      <List size="sm" c="dimmed">
        {notes.map((note) => (
          <List.Item key={note}>{note}</List.Item>
        ))}
      </List>
    </Stack>
  );
}

const percent = (share: number | null): string => (share === null ? '-' : `${(100 * share).toFixed(1)} %`);
