import type { BacktestProgress } from '@probity/contracts/monitoring-rules/views';
import { Backtest } from '@probity/monitoring/backtest';
import { CustomerWindows } from '@probity/monitoring/customer-windows';
import type { CountryLists } from '@probity/monitoring/rule-context';
import type { Sql } from '@probity/persistence/database';
import { checkNewRule } from '../monitoring-rules/check-rule';
import { type ContextCustomer, ruleContext } from '../monitoring-rules/rule-context-of';
import { customersOf, eventsOf, transactionsUntil } from './stored-events';

const REPORT_EVERY_MS = 1_000;

export interface BacktestTask {
  tenantId: string;
  definition: Record<string, unknown>;
  /** the first moment of the period */
  from?: Date;
  /** the first moment after the period */
  to?: Date;
  maxExamples: number;
  countryLists: CountryLists;
}

/**
 * Runs a draft over the stored events of a tenant, customer by customer, in the order of time. It uses the current
 * profile of each customer, and keeps the windows of one customer at a time in memory.
 *
 * Returns the figures about once a second, and at the end with the examples.
 *
 * @throws RuleError when the draft is not a valid rule
 */
export function runBacktest(sql: Sql, task: BacktestTask): AsyncGenerator<BacktestProgress> {
  checkNewRule(task.definition);
  const backtest = new Backtest(task.definition, { maxExamples: task.maxExamples });
  return run(sql, task, backtest);
}

async function* run(sql: Sql, task: BacktestTask, backtest: Backtest): AsyncGenerator<BacktestProgress> {
  let reportedAt = Date.now();
  for await (const _step of observeAll(sql, task, backtest)) {
    if (Date.now() - reportedAt < REPORT_EVERY_MS) continue;
    reportedAt = Date.now();
    yield { ...figures(backtest), done: false, examples: [] };
  }
  const { examples } = backtest.result();
  yield { ...figures(backtest), done: true, examples: examples.map((example) => ({ ...example })) };
}

function figures(backtest: Backtest): Omit<BacktestProgress, 'done' | 'examples'> {
  const { events, customers, hit_events, hit_customers, alerts_after_cooldown } = backtest.result();
  return { events, customers, hit_events, hit_customers, alerts: alerts_after_cooldown };
}

/** Yields often enough to report progress, and to stop soon after the caller unsubscribes. */
async function* observeAll(sql: Sql, task: BacktestTask, backtest: Backtest): AsyncGenerator<void> {
  for await (const customers of customersOf(sql, task.tenantId)) {
    for (const customer of customers) {
      yield* observeCustomer(sql, task, backtest, customer);
      backtest.customerDone(customer.id);
      yield;
    }
  }
}

/** Evaluates a customer's events, and yields after each page of them. */
async function* observeCustomer(
  sql: Sql,
  { tenantId, from, to, countryLists }: BacktestTask,
  backtest: Backtest,
  customer: ContextCustomer,
): AsyncGenerator<void> {
  const { aggregates, longestWindowMs } = backtest.rule;
  const start = from && new Date(from.getTime() - longestWindowMs - 1); // windows reach back before the first event
  const before = start ? await transactionsUntil(sql, tenantId, customer.id, start) : { count: 0, last: null };
  const windows = new CustomerWindows(aggregates, [], { completeSince: start?.getTime(), countryLists });
  const history = { transaction_count: before.count, previous_activity_at: before.last };

  for await (const events of eventsOf(sql, tenantId, customer.id, start ?? '-infinity', to ?? 'infinity')) {
    for (const event of events) {
      if (!from || event.at >= from.getTime()) {
        const context = ruleContext(event, customer, history, windows, countryLists);
        backtest.observe({ customer_id: customer.id, event_id: event.event_id, context });
      }
      if (!event.activity) continue;
      windows.add(event.activity);
      history.transaction_count++;
      history.previous_activity_at = event.at;
    }
    windows.prune(events.at(-1)!.at);
    yield;
  }
}
