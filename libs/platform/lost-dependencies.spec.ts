import { concerning } from './dependency-errors';
import { Refusal } from './errors';
import { createLoggerTo } from './logging';
import { LostDependencies } from './lost-dependencies';

const QUIET_MS = 20;

describe('the log of a process that loses a dependency', () => {
  const lost = new LostDependencies(QUIET_MS);
  let works = true;
  lost.watch('database', () => (works ? Promise.resolve() : Promise.reject(new Error('away'))));
  afterAll(() => lost.stop());

  it('has one line when it is lost, and one when it is back, however many calls fail', async () => {
    const lines: { level: string; msg: string; dependency?: string }[] = [];
    let isBack = (): void => {};
    const back = new Promise<void>((resolve) => (isBack = resolve));
    const write = (line: string): void => {
      lines.push(JSON.parse(line));
      if (line.includes('can be used again')) isBack();
    };
    const logger = createLoggerTo({ write }, 'info', lost).child({ service: 'ledger' });
    works = false;
    const cause = concerning('database', new Error('connect ECONNREFUSED'));
    for (let call = 0; call < 5; call++) {
      logger.warn({ err: new Error('a request failed', { cause }) }, 'a request failed');
      logger.error({ err: cause }, 'a round failed');
    }
    logger.warn({ err: new Error('another') }, 'something else failed');
    const notInTime = {
      err: new Refusal('outcome_unknown', 'outcome_unknown', 'another service did not reply in time'),
    };
    logger.warn(notInTime, 'a request failed');
    const lostEvents = { refusal: new Refusal('overloaded', 'events_missing', 'stored events are missing') };
    logger.warn({ err: Object.assign(new Error('events are missing'), lostEvents) }, 'a stream is cut off');
    works = true;
    await back;
    logger.warn(notInTime, 'a later request failed');
    expect(lines.map(({ level, msg, dependency }) => [level, msg, dependency])).toEqual([
      ['warn', 'Postgres cannot be used; retrying until it can', 'database'],
      ['warn', 'something else failed', undefined],
      ['warn', 'a stream is cut off', undefined],
      ['info', 'Postgres can be used again', 'database'],
      ['warn', 'a later request failed', undefined],
    ]);
  });

  it('has every failure at the level debug', () => {
    const lines: string[] = [];
    const logger = createLoggerTo({ write: (line: string) => void lines.push(line) }, 'debug', new LostDependencies());
    for (let call = 0; call < 3; call++)
      logger.warn({ err: concerning('event_store', new Error('denied')) }, 'a request failed');
    expect(lines.filter((line) => line.includes('"level":"debug"'))).toHaveLength(3);
    expect(lines).toHaveLength(4);
  });
});
