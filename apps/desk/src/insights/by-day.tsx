import { Group, Text } from '@mantine/core';
import type { Schemas } from '../api/client';
import type { AlertFilters } from '../alerts/filters';
import { AlertsLink } from '../alerts/alerts-link';
import { DayChart } from '../parts/day-chart';
import { useTenant } from '../parts/use-tenant';
import { CountsTable } from './counts-table';

type Insights = Schemas['Insights'];
interface ByDayProps {
  insights: Insights;
  days: string[];
}

const SOURCES = ['screening', 'monitoring', 'kyc', 'plugin'] as const;
const OUTCOMES = ['dismissed', 'handled', 'reported', 'confirmed_match', 'escalated'] as const;

export function RaisedByDay({ insights: { raised, from, to }, days }: ByDayProps) {
  const parts = SOURCES.map((source) => ({
    word: source,
    counted: raised.filter((one) => one.source === source),
    filters: { view: 'all' as const, source, raised_from: from, raised_to: to },
  }));
  return (
    <ByDay
      title="Alerts raised"
      name="alerts-raised"
      days={days}
      parts={parts}
      rows={raised}
      word={({ source }) => source}
    />
  );
}

export function DecidedByDay({ insights: { decided, from, to }, days }: ByDayProps) {
  const parts = OUTCOMES.map((outcome) => ({
    word: outcome,
    counted: decided.filter((one) => one.outcome === outcome),
    filters: {
      view: 'all' as const,
      decided_from: from,
      decided_to: to,
      ...(outcome === 'dismissed' ? { status: outcome } : { status: 'resolved' as const, resolution: outcome }),
    },
  }));
  return (
    <ByDay
      title="Decisions"
      name="decisions"
      days={days}
      parts={parts}
      rows={decided}
      word={({ outcome }) => outcome}
    />
  );
}

interface Part {
  word: string;
  counted: { day: string; alerts: number }[];
  filters: AlertFilters;
}

interface Props<Row> {
  title: string;
  name: string;
  days: string[];
  parts: Part[];
  rows: Row[];
  word: (row: Row) => string;
}

function ByDay<Row extends { day: string; alerts: number }>({ title, name, days, parts, rows, word }: Props<Row>) {
  const tenant = useTenant();
  const found = parts.filter(({ counted }) => counted.length > 0);
  return (
    <CountsTable
      title={title}
      name={name}
      rows={rows}
      nothing=""
      columns={[
        { title: 'Day', value: ({ day }) => day },
        { title: 'Kind', value: word },
        { title: 'Alerts', value: ({ alerts }) => alerts },
      ]}
    >
      <Group gap="md" mb="xs">
        {found.map(({ word: kind, counted, filters }) => (
          <Text key={kind} size="sm" component="span">
            <AlertsLink
              tenant={tenant}
              filters={filters}
              text={counted.reduce((sum, { alerts }) => sum + alerts, 0).toLocaleString('en-US')}
            />{' '}
            {kind.replaceAll('_', ' ')}
          </Text>
        ))}
      </Group>
      <DayChart
        label={`${title} by day`}
        days={days}
        stacked
        series={found.map(({ word: kind, counted }) => ({
          name: kind.replaceAll('_', ' '),
          values: new Map(counted.map(({ day, alerts }) => [day, alerts])),
        }))}
      />
    </CountsTable>
  );
}
