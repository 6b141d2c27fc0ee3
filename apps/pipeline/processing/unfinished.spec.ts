import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Database } from '@probity/persistence/database';
import { ROLES } from '@probity/persistence/roles';
import { Refusal } from '@probity/platform/errors';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { TestPipeline } from '../testing/test-pipeline';
import { DueSubjects } from './due-subjects';
import { ANY } from '../testing/any-transaction';

/** A process runs no TypeScript: it uses the last build. */
const KILLED_BY_EVENTS = join(__dirname, '../../../dist/apps/pipeline/testing/killed-by-events.js');

describe('an event that ends its process', () => {
  let test: TestDatabase;
  let database: Database;
  let pipeline: TestPipeline;
  beforeAll(async () => {
    test = await createTestDatabase();
    database = await test.as(ROLES.pipeline);
  });
  afterAll(() => test.drop());
  beforeEach(async () => {
    await test.owner.query('DELETE FROM pipeline.inbox');
    pipeline = new TestPipeline(database, test.owner);
  });

  const outcome = async (id: string) => (await pipeline.events.event(pipeline.tenantId, id))!;

  /** Runs a process until it ends; returns the signal that ended it, or its notices. */
  async function run(): Promise<{ signal: string | null; notices: { subject: string; kind: string }[] }> {
    const child = spawn(process.execPath, [KILLED_BY_EVENTS, test.url, pipeline.tenantId], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [printed, [code, signal]] = await Promise.all([
      text(child.stdout),
      once(child, 'exit') as Promise<[number | null, string | null]>,
    ]);
    expect(signal ?? code).toBe(signal === null ? 0 : 'SIGKILL');
    return { signal, notices: signal === null ? JSON.parse(printed) : [] };
  }

  it('is set aside after three processes; the events around it are processed', async () => {
    const refs = ['a', 'killer', 'b', 'c'];
    for (const ref of refs) await pipeline.customer([ref]);
    const payment = (account_ref: string, more = {}) => ({ account_ref, ...more });
    const ids = await pipeline.ingest(
      payment('a'),
      payment('killer'),
      payment('killer', { transaction_id: 'kill' }),
      payment('killer'),
      payment('b'),
      payment('c'),
    );
    const [killer] = ids.splice(2, 1) as [string];

    const ends: (string | null)[] = [];
    let last: Awaited<ReturnType<typeof run>>;
    do {
      last = await run();
      ends.push(last.signal);
      await pipeline.letLeasesRunOut();
    } while (last.signal !== null && ends.length < 8);

    expect(ends).toEqual(['SIGKILL', 'SIGKILL', 'SIGKILL', null]);
    expect(await outcome(killer)).toMatchObject({
      status: 'dead',
      attempts: 3,
      last_error: 'the process ended 3 times while it processed this event',
    });
    expect(last.notices).toMatchObject([{ kind: 'event_set_aside', subject: killer }]);
    for (const id of ids) expect(await outcome(id)).toMatchObject({ status: 'processed' });

    const [next] = await pipeline.ingest(payment('killer'));
    expect(await new DueSubjects(database).next({ tenants: [], subjects: [] })).toMatchObject([{ unfinished: 0 }]);
    await pipeline.drain();
    expect(await outcome(next!)).toMatchObject({ status: 'processed' });
  });

  it('does not count an attempt of a process that goes on', async () => {
    await pipeline.customer(['acc']);
    pipeline.setRules([ANY]);
    pipeline.onReport = () => {
      throw new Refusal('overloaded', 'unavailable', 'customer-risk cannot be reached');
    };
    const [id] = await pipeline.ingest({ account_ref: 'acc' });
    for (let tries = 0; tries < 5; tries++) {
      await pipeline.drain();
      await pipeline.letTimePass();
    }
    expect(await new DueSubjects(database).next({ tenants: [], subjects: [] })).toMatchObject([{ unfinished: 0 }]);
    pipeline.onReport = () => {};
    await pipeline.drain();
    expect(await outcome(id!)).toMatchObject({ status: 'processed' });
  });
});
