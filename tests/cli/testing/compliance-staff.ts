import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Api } from '../../../testing/api';
import { StandaloneProcess } from '../../../testing/standalone-process';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { temporaryFolder } from '../../../testing/test-postgres';
import { CommandLine, newKey } from '../command-line';

// Importing this file starts Probity for the importing test file, which runs the command line against it.

export const UNKNOWN_ID = '0199d5a0-0000-7000-8000-000000000000';
export const PATIENCE_MS = 30_000;

export let home: string;
export let database: TestDatabase;
export let standalone: StandaloneProcess;
export let probity: CommandLine;

beforeAll(async () => {
  home = temporaryFolder('probity-compliance-cli-');
  database = await createTestDatabase();
  standalone = await StandaloneProcess.start(join(home, '.probity'), { DATABASE_URL: database.url });
  probity = new CommandLine({ PROBITY_DATA_DIR: join(home, '.probity') });
});
afterAll(async () => {
  await standalone?.stop();
  await database?.drop();
  rmSync(home, { recursive: true, force: true });
});

export const written = (name: string, content: string): string => {
  writeFileSync(join(home, name), content);
  return join(home, name);
};

/** Creates a tenant and returns the requests that its institution can make. */
export async function newTenant(slug: string) {
  const named = ['--slug', slug, '--name', slug];
  const { id } = await probity.json('tenant', 'create', ...named, '--four-eyes', 'off', '--reason', 'r');
  const { api_key } = await probity.json(...newKey(slug));
  const api = new Api(standalone.demo.base_url, api_key);
  const createCustomer = async (profile: object): Promise<any> => {
    const { status, body } = await api.post(`/tenants/${slug}/customers`, profile);
    expect({ status, body }).toMatchObject({ status: 201 });
    return body.data;
  };
  const pay = async (payload: object): Promise<string> => {
    const event = {
      tenant_id: id,
      event_type: 'transaction',
      payload: { currency: 'USD', direction: 'inbound', ...payload },
    };
    const { status, body } = await api.post('/events/webhook', event);
    expect({ status, body }).toMatchObject({ status: 202 });
    return body.event_id;
  };
  return { id: id as string, of: ['--tenant', slug], createCustomer, pay };
}

/** Repeats the request until `isDone`, because the pipeline works asynchronously. */
export async function eventually<Value>(ask: () => Promise<Value>, isDone: (value: Value) => boolean): Promise<Value> {
  const giveUpAt = Date.now() + PATIENCE_MS;
  for (;;) {
    const value = await ask();
    if (isDone(value)) return value;
    if (Date.now() > giveUpAt) throw new Error(`not done in time; the last value was ${JSON.stringify(value)}`);
    await delay(50);
  }
}
