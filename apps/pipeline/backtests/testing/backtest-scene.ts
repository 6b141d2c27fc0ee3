import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { Metrics } from '@probity/platform/metrics';
import { backtestStream } from '@probity/contracts/backtests/events';
import type { BacktestDetail } from '@probity/contracts/backtests/views';
import { AggregateStore } from '@probity/event-store/aggregate-store';
import { PostgresEventStore } from '@probity/event-store/postgres/postgres-event-store';
import type { Database } from '@probity/persistence/database';
import { ROLES } from '@probity/persistence/roles';
import { BacktestQueries } from '@probity/read-side/backtests/backtest-queries';
import { SettingsQueries } from '@probity/read-side/settings/settings-queries';
import { createTestDatabase, type TestDatabase } from '../../../../testing/test-database';
import { BacktestRuns } from '../backtest-runs';
import { BacktestWorker } from '../backtest-worker';
import { Backtests } from '../backtests';
import type { BacktestReport, BacktestTask, Coverage } from '../run-backtest';

// A spec that imports this file gets a new tenant for each test, and processes whose backtests it controls.

export let test: TestDatabase;
export let database: Database;
export let queries: BacktestQueries;
export let tenant: string;
const processes: Process[] = [];
beforeAll(async () => {
  test = await createTestDatabase();
  database = await test.as(ROLES.pipeline);
  queries = new BacktestQueries(await test.as(ROLES.gateway));
});
afterAll(() => test.drop());
beforeEach(() => {
  tenant = randomUUID();
});
afterEach(async () => {
  await Promise.all(processes.splice(0).map(({ worker }) => worker.stop()));
  await test.owner.query('DELETE FROM pipeline.backtests');
});

export const definition = (name = 'Draft'): Record<string, unknown> => ({
  name,
  description: 'A draft.',
  reason: 'To see what it would do.',
  event_type: 'transaction',
  severity: 'low',
  alert_type: 'draft',
  title: 'Draft',
  condition: { gte: [{ field: 'transaction.amount' }, 1_000] },
});

export const report = (hits = 1): BacktestReport => ({
  result: {
    events: 4,
    customers: 2,
    hit_events: hits,
    hit_customers: 1,
    stopped_events: 0,
    alerts: 1,
    customers_read: 2,
    customers_total: 2,
    complete: true,
    first_event_at: '2026-03-01T01:00:00.000Z',
    last_event_at: '2026-03-01T03:00:00.000Z',
  },
  examples: [{ customer_id: randomUUID(), event_id: randomUUID() }],
});

export const newBacktests = (on = database): Backtests =>
  new Backtests(on, new AggregateStore(new PostgresEventStore(on), on), { now: () => new Date() });

/** Starts a backtest of the tenant, in no process. */
export const start = (tenant_id = tenant, backtest_id: string = randomUUID(), name = 'Draft') =>
  newBacktests().start({
    tenant_id,
    backtest_id,
    definition: definition(name),
    from: null,
    to: null,
    max_examples: 5,
    actor: 'institution',
  });

/** A backtest that runs until the spec ends it. */
export interface Run {
  task: BacktestTask;
  onProgress: (progress: Coverage) => void;
  over: AbortSignal;
  finish: (report: BacktestReport) => void;
  fail: (error: Error) => void;
}

class ControlledRuns extends BacktestRuns {
  readonly begun: Run[] = [];

  run(task: BacktestTask, onProgress: Run['onProgress'], over: AbortSignal): Promise<BacktestReport> {
    return new Promise((finish, fail) => {
      over.addEventListener('abort', () => fail(new Error('aborted')));
      if (over.aborted) fail(new Error('aborted'));
      this.begun.push({ task, onProgress, over, finish, fail });
    });
  }
}

export interface Process {
  worker: BacktestWorker;
  /** its runs, in the order of their begin */
  begun: Run[];
  metrics: Metrics;
}

/** A process of the pipeline. */
export function newProcess(): Process {
  const runs = new ControlledRuns();
  const metrics = new Metrics();
  const worker = new BacktestWorker({
    database,
    backtests: newBacktests(),
    runs,
    settings: new SettingsQueries(database),
    metrics,
    logger: pino({ level: 'silent' }),
  });
  worker.start();
  const process = { worker, begun: runs.begun, metrics };
  processes.push(process);
  return process;
}

/** Waits until the value is as it should be, and returns it. */
export async function eventually<T>(value: () => T | Promise<T>, isRight: (value: T) => boolean): Promise<T> {
  for (;;) {
    const now = await value();
    if (isRight(now)) return now;
    await test.owner.ping();
  }
}

export const begins = (process: Process, runs: number) =>
  eventually(
    () => process.begun.length,
    (begun) => begun >= runs,
  );
export const read = (id: string): Promise<BacktestDetail> => queries.backtest(tenant, id).then((backtest) => backtest!);
export const becomes = (id: string, status: BacktestDetail['status']): Promise<BacktestDetail> =>
  eventually(
    () => read(id),
    (backtest) => backtest.status === status,
  );

/** As if the time of every lease had passed. */
export const leasesEnd = () =>
  test.owner.query(
    "UPDATE pipeline.backtests SET lease_until = now() - interval '1 second' WHERE lease_until IS NOT NULL",
  );

/** The outcomes that the stream of the backtest has. */
export async function endsOf(id: string): Promise<string[]> {
  const { rows } = await test.owner.query<{ outcome: string }>(
    "SELECT data::json->>'outcome' AS outcome FROM event_store.events WHERE stream = $1 AND type = 'BacktestEnded'",
    [backtestStream(id)],
  );
  return rows.map(({ outcome }) => outcome);
}
