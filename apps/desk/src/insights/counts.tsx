import type { Schemas } from '../api/client';
import type { AlertFilters } from '../alerts/filters';
import { Word } from '../parts/badges';
import { To } from '../parts/to';
import { type Counted, CountsTable } from './counts-table';

type Insights = Schemas['Insights'];
interface Precision {
  raised: number;
  decided: number;
  dismissed: number;
}

export const Waiting = ({ insights: { waiting } }: { insights: Insights }) => (
  <CountsTable
    title="Waiting now"
    name="waiting"
    rows={waiting}
    nothing="No alert waits."
    columns={[
      { title: 'Severity', value: ({ severity }) => severity, shown: ({ severity }) => <Word word={severity} /> },
      { title: 'Active', value: ({ active }) => active, alerts: ({ severity }) => ({ view: 'queue', severity }) },
      {
        title: 'Unassigned',
        value: ({ unassigned }) => unassigned,
        alerts: ({ severity }) => ({ view: 'unassigned', severity }),
      },
      { title: 'Overdue', value: ({ overdue }) => overdue, alerts: ({ severity }) => ({ view: 'overdue', severity }) },
    ]}
  />
);

export const Times = ({ insights: { times, from, to } }: { insights: Insights }) => (
  <CountsTable
    title="Time to a decision"
    about="From the alert to its decision: half of them, and nine of ten, took at most as long."
    name="time-to-decision"
    rows={times}
    nothing="No alert was decided in this period."
    columns={[
      { title: 'Severity', value: ({ severity }) => severity, shown: ({ severity }) => <Word word={severity} /> },
      {
        title: 'Decided',
        value: ({ decided }) => decided,
        alerts: ({ severity }) => ({ view: 'all', severity, decided_from: from, decided_to: to }),
      },
      {
        title: 'Median',
        file: 'Median in minutes',
        value: (row) => row.median_minutes,
        shown: (row) => duration(row.median_minutes),
      },
      {
        title: 'Nine of ten',
        file: 'Nine of ten in minutes',
        value: (row) => row.p90_minutes,
        shown: (row) => duration(row.p90_minutes),
      },
    ]}
  />
);

export const Rules = ({ insights }: { insights: Insights }) => (
  <CountsTable
    title="Rules"
    name="rules"
    rows={insights.rules}
    nothing="No rule raised an alert in this period."
    columns={[
      {
        title: 'Rule',
        value: ({ name }) => name,
        shown: ({ rule_id, name }) => (
          <To page="rules" id={rule_id}>
            {name}
          </To>
        ),
      },
      ...precision<Insights['rules'][number]>(insights, ({ rule_id }) => ({ rule_id })),
    ]}
  />
);

export const Lists = ({ insights }: { insights: Insights }) => (
  <CountsTable
    title="Lists"
    name="lists"
    rows={insights.lists}
    nothing="No list was matched in this period."
    columns={[
      { title: 'List', value: ({ list }) => list },
      ...precision<Insights['lists'][number]>(insights, ({ list }) => ({ list })),
    ]}
  />
);

export const People = ({ insights: { people, from, to } }: { insights: Insights }) => (
  <CountsTable
    title="People"
    about="Decisions in the period, and alerts that each person has now."
    name="people"
    rows={people}
    nothing="No member of staff decided an alert in this period, or has one."
    columns={[
      { title: 'Person', value: ({ name }) => name },
      {
        title: 'Decided',
        value: ({ decided }) => decided,
        alerts: ({ account_id }) => ({
          view: 'all',
          decided_from: from,
          decided_to: to,
          ...(account_id !== null && { decided_by: account_id }),
        }),
      },
      {
        title: 'Assigned now',
        value: ({ assigned }) => assigned,
        alerts: ({ account_id }) => ({ view: 'queue', assignee: account_id ?? undefined }),
      },
      {
        title: 'Overdue',
        value: ({ overdue }) => overdue,
        alerts: ({ account_id }) => ({ view: 'overdue', assignee: account_id ?? undefined }),
      },
    ]}
  />
);

/** What was raised in the period; and how often its decisions dismissed the alert as false. */
function precision<Row extends Precision>({ from, to }: Insights, of: (row: Row) => AlertFilters): Counted<Row>[] {
  const decidedNow = { view: 'all', decided_from: from, decided_to: to } as const;
  return [
    {
      title: 'Raised',
      value: ({ raised }) => raised,
      alerts: (row) => ({ view: 'all', raised_from: from, raised_to: to, ...of(row) }),
    },
    { title: 'Decided', value: ({ decided }) => decided, alerts: (row) => ({ ...decidedNow, ...of(row) }) },
    {
      title: 'Dismissed',
      value: ({ dismissed }) => dismissed,
      alerts: (row) => ({ ...decidedNow, status: 'dismissed', ...of(row) }),
    },
    {
      title: 'False',
      value: ({ decided, dismissed }) => (decided === 0 ? '' : `${Math.round((100 * dismissed) / decided)} %`),
    },
  ];
}

function duration(minutes: number): string {
  if (minutes < 60) return `${minutes} min`;
  return minutes < 2_880 ? `${(minutes / 60).toFixed(1)} h` : `${Math.round(minutes / 1_440)} days`;
}
