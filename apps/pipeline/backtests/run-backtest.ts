import type { BacktestFigures } from '@probity/contracts/backtests/result';
import { CustomerWindows } from '@probity/monitoring/customer-windows';
import type { CountryLists } from '@probity/monitoring/rule-context';
import type { Sql } from '@probity/persistence/database';
import { checkNewRule } from '@probity/read-side/monitoring-rules/check-rule';
import { type ContextCustomer, ruleContext } from '../monitoring-rules/rule-context-of';
import { Trial, type StoredVersion } from './trial';
import { countCustomers, customersOf, eventsOf, transactionsUntil } from './stored-events';

const REPORT_EVERY_MS = 1_000;

export interface BacktestTask {
  tenantId: string;
  definition: Record<string, unknown>;
  /** the first moment of the period */
  from?: Date;
  /** the first moment after the period */
  to?: Date;
  maxExamples: number;
  /** the stored version with which the draft is compared */
  baseline?: StoredVersion;
  countryLists: CountryLists;
}

/** How much of the history was read. */
export type Coverage = Pick<BacktestFigures, 'customers_read' | 'customers_total'>;

export interface BacktestReport {
  result: BacktestFigures;
  /** the first match of each of some customers, with its evidence */
  examples: Record<string, unknown>[];
}

/** After this time, a backtest ends with the history that it has read. */
export const MAX_BACKTEST_MS = 600_000;

/**
 * Runs a draft over the stored events of a tenant, customer by customer, in the order of time. It uses the current
 * profile of each customer, and keeps the windows of one customer at a time in memory.
 *
 * @param onProgress is called about once a second
 * @throws RuleError when the draft is not a valid rule
 */
export async function runBacktest(
  sql: Sql,
  task: BacktestTask,
  onProgress: (progress: Coverage) => void,
): Promise<BacktestReport> {
  checkNewRule(task.definition);
  const trial = new Trial(task);
  const startedAt = Date.now();
  let reportedAt = startedAt;
  const covered = { customers_read: 0, customers_total: await countCustomers(sql, task.tenantId) };
  for await (const read of observeAll(sql, task, trial)) {
    if (read === 'customer') covered.customers_read++;
    const now = Date.now();
    if (now - startedAt > MAX_BACKTEST_MS) return reportOf(trial, { ...covered, complete: false });
    if (now - reportedAt < REPORT_EVERY_MS) continue;
    reportedAt = now;
    onProgress({ ...covered });
  }
  return reportOf(trial, { ...covered, complete: true });
}

function reportOf(trial: Trial, covered: Coverage & { complete: boolean }): BacktestReport {
  const { alerts_after_cooldown: alerts, first_event_at, last_event_at, examples, ...counts } = trial.draft.result();
  const time = (at: number | null) => (at === null ? null : new Date(at).toISOString());
  const period = { first_event_at: time(first_event_at), last_event_at: time(last_event_at) };
  return {
    result: { ...counts, alerts, ...covered, ...period, ...trial.comparison() },
    examples: examples.map((example) => ({ ...example })),
  };
}

/** What was read: a page of a customer's events, or all of them. */
type Read = 'page' | 'customer';

/** Yields often enough to report progress, and to end in time. */
async function* observeAll(sql: Sql, task: BacktestTask, trial: Trial): AsyncGenerator<Read> {
  for await (const customers of customersOf(sql, task.tenantId)) {
    for (const customer of customers) {
      yield* observeCustomer(sql, task, trial, customer);
      trial.customerDone(customer.id);
      yield 'customer';
    }
  }
}

/** Evaluates a customer's events, and yields after each page of them. */
async function* observeCustomer(
  sql: Sql,
  { tenantId, from, to, countryLists }: BacktestTask,
  trial: Trial,
  customer: ContextCustomer,
): AsyncGenerator<Read> {
  const { aggregates, longestWindowMs } = trial;
  const start = from && new Date(from.getTime() - longestWindowMs - 1); // windows reach back before the first event
  const before = start ? await transactionsUntil(sql, tenantId, customer.id, start) : { count: 0, last: null };
  const windows = new CustomerWindows(aggregates, [], { completeSince: start?.getTime(), countryLists });
  const history = { transaction_count: before.count, previous_activity_at: before.last };

  for await (const events of eventsOf(sql, tenantId, customer.id, start ?? '-infinity', to ?? 'infinity')) {
    for (const event of events) {
      if (!from || event.at >= from.getTime()) {
        const context = ruleContext(event, customer, history, windows, countryLists);
        trial.observe({ customer_id: customer.id, event_id: event.event_id, context });
      }
      if (!event.activity) continue;
      windows.add(event.activity);
      history.transaction_count++;
      history.previous_activity_at = event.at;
    }
    windows.prune(events.at(-1)!.at);
    yield 'page';
  }
}
