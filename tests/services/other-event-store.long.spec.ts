import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database';
import { temporaryFolder } from '../../testing/test-postgres';

const ROOT = resolve(__dirname, '..', '..');
const DIST = existsSync(resolve(ROOT, 'dist')) ? resolve(ROOT, 'dist') : ROOT;
const NOWHERE = '127.0.0.1:1';
const MASTER_KEY = randomBytes(32).toString('base64');

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Starts an app and waits until it exits. Returns its exit code and its output. */
function start(app: string, variables: NodeJS.ProcessEnv): Promise<{ code: number; said: string }> {
  const env = { PATH: process.env.PATH, DATABASE_URL: database.url, LOG_LEVEL: 'warn', ...variables };
  return new Promise((done) => {
    execFile(process.execPath, [resolve(DIST, 'apps', app, 'main.js')], { env, timeout: 30_000 }, (error, _, stderr) =>
      done({ code: error ? Number(error.code) : 0, said: stderr }),
    );
  });
}

const record = (kind: string, id: string, address: string | null): Promise<unknown> =>
  database.owner.query('SELECT event_store.record_origin($1, $2, $3)', [kind, id, address]);
const forget = (): Promise<unknown> => database.owner.query('DELETE FROM event_store.origin');

describe('on a database that belongs to another event store', () => {
  afterEach(forget);

  it.each(['ledger', 'back-office', 'relay', 'customer-risk', 'pipeline'])('%s exits and names both', async (app) => {
    await record('postgres', 'postgres', null);
    const ended = await start(app, {
      EVENTSTORE_URL: `esdb://${NOWHERE}?tls=false`,
      KAFKA_BROKERS: NOWHERE,
      PROBITY_PERSONAL_DATA_KEY: MASTER_KEY,
      ...(app !== 'relay' && { PROBITY_MASTER_KEY: MASTER_KEY }),
      ...(app === 'back-office' && { PROBITY_OPERATOR_TOKEN: 'x'.repeat(32) }),
    });
    expect(ended).toEqual({ code: 1, said: expect.stringContaining('the events in Postgres itself') });
    expect(ended.said).toContain(`the EventStoreDB at esdb://${NOWHERE}`);
    expect(ended.said).toContain('remove EVENTSTORE_URL');
  });

  it('the product in one process exits and names both', async () => {
    await record('eventstoredb', randomUUID(), 'esdb://events.example:2113');
    const folder = temporaryFolder('probity-other-');
    const ended = await start('standalone', {
      PROBITY_DATA_DIR: folder,
      PROBITY_MASTER_KEY: MASTER_KEY,
      PORT: '0',
      BACK_OFFICE_PORT: '0',
    });
    rmSync(folder, { recursive: true, force: true });
    expect(ended).toEqual({ code: 1, said: expect.stringContaining('esdb://events.example:2113') });
    expect(ended.said).toContain('the events in Postgres itself');
  });
});
