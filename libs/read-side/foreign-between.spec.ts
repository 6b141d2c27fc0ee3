import { randomUUID } from 'node:crypto';
import { BacktestEnded, BacktestStarted } from '@probity/contracts/backtests/events';
import { ScorerRescreeningEnded, ScorerRescreeningStarted } from '@probity/contracts/rescreenings/events';
import type { RecordedEvent } from '@probity/event-store/event-store';
import type { Sql } from '@probity/persistence/database';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database';
import { projectBacktestEvents } from './backtests/backtest-projection';
import { projectRescreeningEvents } from './rescreenings/rescreening-projection';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

const KINDS = [
  {
    of: 'backtest',
    id: 'backtest_id',
    facts: [BacktestStarted, BacktestEnded],
    table: 'pipeline.backtests',
    project: projectBacktestEvents,
  },
  {
    of: 'rescreening',
    id: 'rescreening_id',
    facts: [ScorerRescreeningStarted, ScorerRescreeningEnded],
    table: 'pipeline.scorer_rescreenings',
    project: projectRescreeningEvents,
  },
];

it.each(KINDS)(
  'a foreign event within the stream of a $of does not keep its later events from being projected',
  async ({ of, id, facts, table, project }) => {
    const aggregate = randomUUID();
    const at = (type: string, data: unknown, revision: number, foreign = false): RecordedEvent => ({
      ...{ id: randomUUID(), type, data, stream: `${of}-${aggregate}`, revision },
      ...(foreign && { isForeign: true }),
    });
    const [begun, ended] = facts.map(({ type, example }) => ({
      type,
      data: { examples: [], ...example, [id]: aggregate },
    }));
    const events = [
      at(begun!.type, begun!.data, 0),
      at('Other', undefined, 1, true),
      at(ended!.type, {}, 2, true),
      at(ended!.type, ended!.data, 3),
    ];
    await test.owner.transaction((sql: Sql) => project(sql, events as never));
    const { rows } = await test.owner.query(
      `SELECT revision::int AS revision, ended_at IS NOT NULL AS ended FROM ${table} WHERE id = $1`,
      [aggregate],
    );
    expect(rows).toEqual([{ revision: 3, ended: true }]);
  },
);
