import { randomUUID } from 'node:crypto';
import { ROLES } from '@probity/persistence/roles';
import { AuditQueries } from '@probity/read-side/audit/audit-queries';
import { MAX_KEPT_BACKTESTS } from '@probity/read-side/backtests/backtest-projection';
import { MAX_UNFINISHED } from './backtests';
import { definition, endsOf, newBacktests, queries, read, report, start, tenant, test } from './testing/backtest-scene';

const PAGE = { limit: 100, offset: 0 };
const cancel = (id: string, tenantId = tenant) => newBacktests().cancel(tenantId, id, { actor: 'staff:Ada' });
const fill = () => Promise.all(Array.from({ length: MAX_UNFINISHED }, () => start()));

describe('a backtest', () => {
  it('waits when it is started, and is listed', async () => {
    const started = await start();
    expect(started).toMatchObject({ status: 'waiting', name: 'Draft', progress: null, result: null, ended_at: null });
    expect(started).toMatchObject({ definition: definition(), started_by: 'institution', examples: [] });
    expect(await read(started.id)).toEqual(started);
    const { definition: _definition, max_examples: _max, examples: _examples, ...listed } = started;
    expect(await queries.backtests(tenant, PAGE)).toEqual([listed]);
    expect(await queries.backtests(tenant, PAGE, { status: 'running' })).toEqual([]);
  });

  it('has its result when it is completed', async () => {
    const { id } = await start();
    const { result, examples } = report();
    await newBacktests().complete(id, { result, examples });
    expect(await read(id)).toMatchObject({ status: 'completed', result, examples, ended_by: 'system', reason: null });
  });

  it('is started once, however often the command arrives', async () => {
    const { id } = await start();
    for (let n = 0; n < MAX_UNFINISHED; n++) expect(await start(tenant, id)).toMatchObject({ id });
    await newBacktests().complete(id, report());
    expect(await start(tenant, id)).toMatchObject({ id, status: 'completed' });
    expect(await queries.backtests(tenant, PAGE)).toHaveLength(1);
  });

  it('is rejected when as many as allowed have not ended', async () => {
    const [first] = await fill();
    const known = (await queries.backtests(tenant, PAGE)).at(-1)!.id;
    expect(first).toBeDefined();
    await expect(start()).rejects.toMatchObject({
      kind: 'invalid',
      code: 'backtests_running',
      message: `6 backtests of the tenant have not ended, the first of them is ${known}; no changes were made; retry when one has ended, or cancel one`,
    });
    await start(randomUUID()); // of another tenant
    await cancel(known);
    await start();
  });

  it('is rejected when its draft or its period is invalid', () => {
    const task = {
      tenant_id: tenant,
      backtest_id: randomUUID(),
      from: null,
      to: null,
      max_examples: 5,
      actor: 'system',
    };
    expect(() => newBacktests().start({ ...task, definition: { ...definition(), condition: { no: 1 } } })).toThrow(
      /\/condition/,
    );
    const backwards = { from: '2026-12-01T00:00:00.000Z', to: '2026-11-01T00:00:00.000Z' };
    expect(() => newBacktests().start({ ...task, ...backwards, definition: definition() })).toThrow(
      /the period must end after it begins/,
    );
  });

  it('belongs to its tenant', async () => {
    const stranger = randomUUID();
    const { id } = await start();
    expect(await queries.backtest(stranger, id)).toBeUndefined();
    expect(await queries.backtests(stranger, PAGE)).toEqual([]);
    await expect(cancel(id, stranger)).rejects.toMatchObject({ code: 'not_found' });
    await expect(start(stranger, id)).rejects.toMatchObject({ code: 'not_found' });
    expect(await read(id)).toMatchObject({ status: 'waiting' });
  });

  it('leaves entries in the audit trail', async () => {
    const { id } = await start();
    await cancel(id);
    const trail = new AuditQueries(await test.as(ROLES.backOffice));
    expect(await trail.events(tenant, PAGE, { subject_id: id })).toMatchObject([
      { subject_type: 'backtest', action: 'backtest.cancelled', actor: 'staff:Ada' },
      { subject_type: 'backtest', action: 'backtest.started', actor: 'institution', data: { name: 'Draft' } },
    ]);
  });
});

describe('a cancellation', () => {
  it('ends a backtest, and changes nothing the second time', async () => {
    const { id } = await start();
    const cancelled = await cancel(id);
    expect(cancelled).toMatchObject({ status: 'cancelled', ended_by: 'staff:Ada', result: null });
    expect(await cancel(id)).toEqual(cancelled);
    expect(await endsOf(id)).toEqual(['cancelled']);
  });

  it.each(['completed', 'failed'] as const)('is rejected when the backtest was %s', async (outcome) => {
    const { id } = await start();
    if (outcome === 'completed') await newBacktests().complete(id, report());
    else await newBacktests().fail(id, 'a test');
    await expect(cancel(id)).rejects.toMatchObject({ kind: 'invalid', code: 'backtest_ended' });
    expect(await read(id)).toMatchObject({ status: outcome });
  });

  it('and a completion at the same moment are one end', async () => {
    for (let n = 0; n < 10; n++) {
      const { id } = await start();
      const racing = [cancel(id), newBacktests().complete(id, report()), newBacktests().fail(id, 'a test')];
      const [cancelling] = await Promise.allSettled(n % 2 === 0 ? racing : racing.reverse());
      expect(cancelling).toBeDefined();
      const ends = await endsOf(id);
      expect(ends).toHaveLength(1);
      expect(await read(id)).toMatchObject({ status: ends[0] });
    }
  });
});

describe('the read side', () => {
  it('is restored from the events', async () => {
    const { id: waiting } = await start();
    const { id: completed } = await start();
    await newBacktests().complete(completed, report());
    const before = await Promise.all([read(waiting), read(completed)]);
    await test.owner.query('DELETE FROM pipeline.backtests');
    for (const id of [waiting, completed]) await newBacktests().isOver(id);
    expect(await Promise.all([read(waiting), read(completed)])).toEqual(before);
  });

  it('keeps the last backtests of each tenant, and every one that has not ended', async () => {
    const old = `INSERT INTO pipeline.backtests (id, tenant_id, definition, max_examples, started_by, started_at, outcome,
        ended_at, revision)
      SELECT gen_random_uuid(), $1, '{"name": "old"}', 5, 'institution', now() - n * interval '1 day',
        CASE WHEN n < 200 THEN 'completed' END, now(), 1 FROM generate_series(1, 200) AS n`;
    const stranger = randomUUID();
    await test.owner.query(old, [tenant]);
    await test.owner.query(old, [stranger]);
    const { id } = await start();
    const kept = await queries.backtests(tenant, { limit: 1_000, offset: 0 });
    expect(kept).toHaveLength(MAX_KEPT_BACKTESTS + 1);
    expect(kept[0]).toMatchObject({ id });
    expect(kept.at(-1)).toMatchObject({ status: 'waiting' });
    expect(await queries.backtests(stranger, { limit: 1_000, offset: 0 })).toHaveLength(200);
  });
});
