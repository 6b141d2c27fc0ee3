import { Anchor, Box, Group, Table, Text } from '@mantine/core';
import { useState } from 'react';

export interface Series {
  name: string;
  /** by ISO date; what is drawn */
  values: ReadonlyMap<string, number>;
  /** by ISO date: the exact values, where a number could not be exact */
  texts?: ReadonlyMap<string, string>;
}

interface DayChartProps {
  /** what the chart shows, for people who do not see it */
  label: string;
  days: string[];
  series: Series[];
  /** what a row of the table is; a day if omitted */
  unit?: string;
  /** whether the bars of a day are on top of each other or side by side */
  stacked?: boolean;
}

const WIDTH = 520;
const HEIGHT = 170;
const LEFT = 40;
/** of the bars of one day */
const WIDEST = 48;
const BOTTOM = 22;
const TOP = 8;
const grouped = (number: number): string => number.toLocaleString('en-US');
const COMPACT = new Intl.NumberFormat('en-US', { notation: 'compact' });
/** Beside the chart, where there is little room. */
const short = (number: number): string => (number < 10_000 ? grouped(number) : COMPACT.format(number));
const textOf = ({ values, texts }: Series, day: string): string => texts?.get(day) ?? grouped(values.get(day) ?? 0);

/** Bars for each day, and the same numbers as a table. */
export function DayChart({ label, days, series, unit = 'Day', stacked = false }: DayChartProps) {
  const [isTable, showTable] = useState(false);
  const total = series.reduce((sum, one) => sum + days.reduce((all, day) => all + (one.values.get(day) ?? 0), 0), 0);
  if (total === 0) return <Text size="sm">Nothing in this period.</Text>;
  return (
    <Box>
      <Group justify="space-between" mb={4}>
        <Group gap="md">
          {series.map(({ name }, index) => (
            <Text key={name} size="xs" component="span">
              <svg width="10" height="10" aria-hidden="true" className="legend">
                <rect width="10" height="10" className={`bar-${index}`} />
              </svg>{' '}
              {name}
            </Text>
          ))}
        </Group>
        <Anchor component="button" size="xs" aria-expanded={isTable} onClick={() => showTable(!isTable)}>
          {isTable ? 'Show the chart' : 'Show the numbers'}
        </Anchor>
      </Group>
      {isTable ? (
        <Numbers label={label} unit={unit} days={days} series={series} />
      ) : (
        <Bars label={label} days={days} series={series} stacked={stacked} />
      )}
    </Box>
  );
}

function Bars({ label, days, series, stacked }: Omit<Required<DayChartProps>, 'unit'>) {
  const of = (day: string) => series.map(({ values }) => values.get(day) ?? 0);
  const heightOf = (day: string) => (stacked ? of(day).reduce((sum, one) => sum + one, 0) : Math.max(...of(day)));
  const top = roundUp(Math.max(...days.map(heightOf)));
  const step = (WIDTH - LEFT) / days.length;
  const y = (value: number): number => TOP + (HEIGHT - TOP - BOTTOM) * (1 - value / top);
  const gap = Math.min(2, step * 0.15);
  const wide = Math.min(step - gap, WIDEST);
  const inner = stacked ? wide : wide / series.length;
  const shown = Math.ceil(days.length / 7);
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label} className="chart">
      {[...new Set([0, Math.round(top / 2), top])].map((value) => (
        <g key={value}>
          <line x1={LEFT} x2={WIDTH} y1={y(value)} y2={y(value)} className="chart-line" />
          <text x={LEFT - 6} y={y(value) + 4} textAnchor="end" className="chart-text">
            {short(value)}
          </text>
        </g>
      ))}
      {days.map((day, index) => {
        let below = 0;
        return (
          <g key={day}>
            <title>{`${day}: ${series.map((one) => `${textOf(one, day)} ${one.name}`).join(', ')}`}</title>
            {of(day).map((value, one) => {
              const from = stacked ? below : 0;
              below += value;
              const x = LEFT + index * step + (stacked ? 0 : one * inner);
              const height = y(from) - y(from + value);
              return (
                <rect key={one} x={x} y={y(from + value)} width={inner} height={height} className={`bar-${one}`} />
              );
            })}
            {index % shown === 0 && (
              <text x={LEFT + index * step} y={HEIGHT - 6} className="chart-text">
                {day.slice(5)}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}

/** A round number that no bar is above: 1, 2 or 5 times a power of ten. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1)));
  return [1, 2, 5, 10].map((times) => times * power).find((one) => one >= value)!;
}

const Numbers = ({ label, unit, days, series }: Omit<Required<DayChartProps>, 'stacked'>) => (
  <Table.ScrollContainer minWidth={300} mah={260}>
    <Table verticalSpacing={2} aria-label={label}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{unit}</Table.Th>
          {series.map(({ name }) => (
            <Table.Th key={name} scope="col">
              {name}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {days.map((day) => (
          <Table.Tr key={day}>
            <Table.Th scope="row" fw={400}>
              {day}
            </Table.Th>
            {series.map((one) => (
              <Table.Td key={one.name}>{textOf(one, day)}</Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </Table.ScrollContainer>
);

/** All days from the first to the last one, or each seventh of them; ISO dates. */
export function daysFrom(first: string, last: string, step = 1): string[] {
  const days: string[] = [];
  for (let at = Date.parse(first); at <= Date.parse(last); at += step * 86_400_000) {
    days.push(new Date(at).toISOString().slice(0, 10));
  }
  return days;
}
