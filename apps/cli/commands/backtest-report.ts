import type { BacktestFigures, BaselineFigures } from '@probity/contracts/backtests/result';
import type { BacktestDetail, BacktestView } from '@probity/contracts/backtests/views';
import { count } from '../output/count';
import { outline } from '../output/outline';
import { printable } from '../output/printable';
import { report, section } from '../output/report';
import { type Columns, facts } from '../output/table';

const grouped = (number: number): string => number.toLocaleString('en-US');

export const BACKTEST_COLUMNS: Columns<BacktestView> = [
  { title: 'ID', value: (row) => row.id },
  { title: 'NAME', value: (row) => row.name },
  { title: 'STATUS', value: (row) => row.status },
  { title: 'MATCHES', value: (row) => row.result && grouped(row.result.hit_events), align: 'right' },
  { title: 'NOTE', value: (row) => row.result && caveats(row.result) },
  { title: 'STARTED', value: (row) => row.started_at },
  { title: 'STARTED BY', value: (row) => row.started_by },
  { title: 'ENDED', value: (row) => row.ended_at },
];

/** Why there may be more matches than the result counts. */
function caveats({ complete, stopped_events }: BacktestFigures): string | null {
  const stopped = stopped_events > 0 && `${count(stopped_events, 'event', 'events')} stopped`;
  return [!complete && 'incomplete', stopped].filter(Boolean).join(', ') || null;
}

/** One line about a backtest that has not ended. */
export function backtestProgress({ id, progress }: BacktestView): string {
  if (!progress) return `backtest ${id} waits for its turn`;
  const { customers_read, customers_total } = progress;
  return `backtest ${id} has read ${grouped(customers_read)} of ${count(customers_total, 'customer', 'customers')}`;
}

const periodText = ({ first_event_at, last_event_at }: BacktestFigures): string =>
  first_event_at === null ? 'no events' : `${first_event_at} to ${last_event_at}`;

const historyText = ({ complete, customers_read, customers_total }: BacktestFigures): string =>
  complete
    ? 'all of it'
    : `a part: ${grouped(customers_read)} of ${count(customers_total, 'customer', 'customers')}, then its time was over`;

const share = (hit: number, of: number): string =>
  `${grouped(hit)} of ${grouped(of)}${of === 0 ? '' : ` (${((100 * hit) / of).toFixed(2)}%)`}`;

/** The result of a backtest, or its status. */
export function backtestReport(backtest: BacktestDetail): string {
  const { id, name, status, result, examples } = backtest;
  if (!result) return `Backtest ${id} of "${printable(name)}" ${stateText(backtest)}`;
  return report(
    `Backtest ${id} ran "${printable(name)}" over the stored history:`,
    facts([
      ['status', status],
      ['matching events', share(result.hit_events, result.events)],
      ['matching customers', share(result.hit_customers, result.customers)],
      ['alerts, after the cooldown', grouped(result.alerts)],
      ['period of the events', periodText(result)],
      ['history read', historyText(result)],
      ['stopped: the draft took too long', count(result.stopped_events, 'event', 'events')],
    ]),
    result.baseline &&
      section(`Compared with version ${result.baseline.version}`, facts(comparison(result, result.baseline))),
    section('Examples', outline(examples)),
  );
}

const comparison = (draft: BacktestFigures, stored: BaselineFigures): [string, string][] => [
  ['alerts, after the cooldown', `${grouped(stored.alerts)}, the draft ${grouped(draft.alerts)}`],
  ['matching customers', `${grouped(stored.hit_customers)}, the draft ${grouped(draft.hit_customers)}`],
  ['customers that only the draft matches', grouped(stored.new_customers)],
  ['customers that only the stored version matches', grouped(stored.lost_customers)],
];

function stateText({ status, progress, reason, ended_at, ended_by }: BacktestDetail): string {
  switch (status) {
    case 'cancelled':
      return `was cancelled at ${ended_at} by ${printable(String(ended_by))}.`;
    case 'failed':
      return `failed at ${ended_at}: ${printable(String(reason))}.`;
    default:
      return progress
        ? `is running: it has read ${grouped(progress.customers_read)} of ${count(progress.customers_total, 'customer', 'customers')}.`
        : `is ${status}.`;
  }
}
