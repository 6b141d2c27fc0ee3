import { randomUUID } from 'node:crypto';
import { MAX_ATTEMPTS } from './backtest-worker';
import { claimBacktest } from './backtest-queue';
import {
  becomes,
  begins,
  database,
  endsOf,
  eventually,
  leasesEnd,
  newBacktests,
  newProcess,
  queries,
  read,
  report,
  start,
  tenant,
} from './testing/backtest-scene';

const cancel = (id: string) => newBacktests().cancel(tenant, id, { actor: 'institution' });
const outOfMemory = Object.assign(new Error('out of memory'), { code: 'ERR_WORKER_OUT_OF_MEMORY' });
/** A process claims the backtest and is killed; the time of its lease passes. */
async function killedProcess(): Promise<void> {
  expect(await claimBacktest(database, [])).toBeDefined();
  await leasesEnd();
}

describe('a backtest that was started', () => {
  it('runs, shows its progress, and is completed', async () => {
    const { id } = await start();
    const process = newProcess();
    await begins(process, 1);
    const [run] = process.begun;
    expect(run!.task).toMatchObject({ tenantId: tenant, maxExamples: 5, definition: { name: 'Draft' } });
    const progress = { customers_read: 3, customers_total: 8 };
    run!.onProgress(progress);
    while ((await becomes(id, 'running')).progress === null);
    expect(await read(id)).toMatchObject({ status: 'running', progress });
    run!.finish(report());
    expect(await becomes(id, 'completed')).toMatchObject({ result: report().result, progress: null });
  });

  it('counts as stopped work when it ends before it has read everything', async () => {
    const process = newProcess();
    for (const complete of [true, false]) {
      const { id } = await start();
      await begins(process, complete ? 1 : 2);
      process.begun.at(-1)!.finish({ ...report(), result: { ...report().result, complete } });
      await becomes(id, 'completed');
    }
    await process.worker.stop();
    expect(await process.metrics.text()).toContain('probity_work_stopped_total{kind="backtest"} 1');
  });

  it('runs alone for its tenant, and beside one of another tenant', async () => {
    const [first, second] = [await start(), await start()];
    const others = [randomUUID(), randomUUID()];
    for (const other of others) await start(other);
    const process = newProcess();
    await begins(process, 2);
    const runOf = (id: string) => process.begun.find(({ task }) => task.tenantId === id);
    expect([runOf(tenant), runOf(others[0]!)]).not.toContain(undefined);
    expect(await read(second.id)).toMatchObject({ status: 'waiting' });

    runOf(tenant)!.finish(report());
    await becomes(first.id, 'completed');
    await begins(process, 3); // the tenant that has had none is next
    expect(process.begun[2]!.task.tenantId).toBe(others[1]);
    runOf(others[0]!)!.finish(report());
    await begins(process, 4);
    expect(process.begun[3]!.task.tenantId).toBe(tenant);
    expect(await read(second.id)).toMatchObject({ status: 'running' });
  });

  it('runs in one of several processes', async () => {
    const { id } = await start();
    await start();
    const processes = Array.from({ length: 3 }, newProcess);
    await becomes(id, 'running');
    await eventually(
      () => processes.flatMap(({ begun }) => begun).length,
      (begun) => begun === 1,
    );
    expect(await claimBacktest(database, [])).toBeUndefined();
  });

  it('is claimed by one of many that try at the same moment', async () => {
    await start();
    const claims = await Promise.all(Array.from({ length: 8 }, () => claimBacktest(database, [])));
    expect(claims.filter((claimed) => claimed)).toHaveLength(1);
  });

  it('ends when it is cancelled, and the next one begins', async () => {
    const [first, second] = [await start(), await start()];
    const process = newProcess();
    await begins(process, 1);
    await cancel(first.id);
    await becomes(second.id, 'running');
    await begins(process, 2);
    expect(process.begun[0]!.over.aborted).toBe(true);
    expect(await endsOf(first.id)).toEqual(['cancelled']);
  });

  it('that is cancelled in line never begins', async () => {
    const [first, second] = [await start(), await start()];
    await cancel(first.id);
    const process = newProcess();
    await becomes(second.id, 'running');
    await begins(process, 1);
    process.begun[0]!.finish(report());
    await becomes(second.id, 'completed');
    expect(process.begun).toHaveLength(1);
    expect(await read(first.id)).toMatchObject({ status: 'cancelled' });
  });
});

describe('a backtest whose process', () => {
  it('was killed begins again in another one', async () => {
    const { id } = await start();
    await killedProcess();
    expect(await read(id)).toMatchObject({ status: 'waiting' });
    const process = newProcess();
    await begins(process, 1);
    process.begun[0]!.finish(report());
    await becomes(id, 'completed');
  });

  it('was paused is completed once', async () => {
    const { id } = await start();
    const paused = newProcess();
    await begins(paused, 1);
    await leasesEnd();
    const other = newProcess();
    await begins(other, 1);
    other.begun[0]!.finish(report(7));
    paused.begun[0]!.finish(report(8));
    await becomes(id, 'completed');
    await Promise.all([paused.worker.stop(), other.worker.stop()]);
    expect(await endsOf(id)).toEqual(['completed']);
    expect([7, 8]).toContain((await read(id)).result!.hit_events);
  });

  it('was killed each time has failed', async () => {
    const { id } = await start();
    for (let n = 0; n < MAX_ATTEMPTS; n++) await killedProcess();
    const process = newProcess();
    expect(await becomes(id, 'failed')).toMatchObject({
      ended_by: 'system',
      reason: 'its process ended during each of 3 attempts',
      result: null,
    });
    expect(process.begun).toEqual([]);
  });

  it('stops is handed back, and the attempt does not count', async () => {
    const { id } = await start();
    for (let n = 0; n <= MAX_ATTEMPTS; n++) {
      const process = newProcess();
      await begins(process, 1);
      await process.worker.stop();
      expect(await read(id)).toMatchObject({ status: 'waiting' });
    }
    const process = newProcess();
    await begins(process, 1);
    process.begun[0]!.finish(report());
    await becomes(id, 'completed');
  });
});

describe('an attempt that fails', () => {
  it('is repeated, a few times', async () => {
    const { id } = await start();
    const process = newProcess();
    for (let n = 1; n <= MAX_ATTEMPTS; n++) {
      await begins(process, n);
      process.begun[n - 1]!.fail(new Error('the database cannot be reached'));
      if (n === MAX_ATTEMPTS) break;
      await becomes(id, 'waiting');
      await leasesEnd();
    }
    const { reason } = await becomes(id, 'failed');
    expect(reason).toBe('3 attempts failed; the log of the pipeline says why');
  });

  it('is not repeated when another one would fail too', async () => {
    const { id } = await start();
    const process = newProcess();
    await begins(process, 1);
    process.begun[0]!.fail(outOfMemory);
    expect(await becomes(id, 'failed')).toMatchObject({ reason: expect.stringMatching(/too much memory/) });
    expect(process.begun).toHaveLength(1);
  });
});

it('the list says which of them run', async () => {
  const { id } = await start();
  await start();
  const process = newProcess();
  await begins(process, 1);
  const running = await queries.backtests(tenant, { limit: 10, offset: 0 }, { status: 'running' });
  expect(running).toMatchObject([{ id, status: 'running' }]);
});
