import { Alert, Text } from '@mantine/core';
import { amountText } from '../alerts/transaction';
import type { Schemas } from '../api/client';
import { DayChart, daysFrom } from '../parts/day-chart';

type Sums = Schemas['TransactionSums'];

const DAYS = { day: 1, week: 7 };
const DIRECTIONS = ['inbound', 'outbound'] as const;

/** What the customer received and paid in each period, in the reference currency. */
export function SumsChart({ sums }: { sums: Sums }) {
  const { from, to, by, periods, reference_currency } = sums;
  const currency = reference_currency ?? '';
  return (
    <>
      <Text size="sm" c="dimmed">
        {`${from} to ${to}, ${reference_currency === null ? 'without a reference currency' : `in ${currency}`}`}
      </Text>
      <DayChart
        label={`Received and paid by ${by}`}
        unit={by === 'day' ? 'Day' : 'Week from'}
        days={daysFrom(startOf(from, by), to, DAYS[by])}
        series={DIRECTIONS.map((name) => ({
          name,
          values: new Map(periods.map((period) => [period.start, Number(period[name])])),
          texts: new Map(periods.map((period) => [period.start, amountText(period[name], currency)])),
        }))}
      />
      <Missing sums={sums} />
    </>
  );
}

/** The Monday of the week of a day, or the day itself. */
function startOf(day: string, by: Sums['by']): string {
  if (by === 'day') return day;
  const at = new Date(day);
  at.setUTCDate(at.getUTCDate() - ((at.getUTCDay() + 6) % 7));
  return at.toISOString().slice(0, 10);
}

/** What the sums do not say. */
function Missing({ sums }: { sums: Sums }) {
  const { without_rate, is_complete, counted } = sums;
  if (without_rate.length === 0 && is_complete) return null;
  return (
    <Alert variant="default" title="Not in the chart" mt="sm">
      {without_rate.map(({ currency, direction, transactions, amount }) => (
        <div key={`${currency}:${direction}`}>
          {`${transactions} ${direction} without a rate: ${amountText(amount, currency)}`}
        </div>
      ))}
      {!is_complete && `Transactions before the newest ${counted.toLocaleString('en-US')} of these days.`}
    </Alert>
  );
}
