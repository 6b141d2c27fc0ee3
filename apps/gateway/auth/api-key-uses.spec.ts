import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import type { Sql } from '@probity/persistence/database';
import { ROLES } from '@probity/persistence/roles';
import { TimeSource } from '@probity/platform/time-source';
import { TenantQueries } from '@probity/read-side/tenants/tenant-queries';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { ApiKeyUses, MAX_KEYS, WRITE_MS } from './api-key-uses';

const LOGGER = pino({ level: 'silent' });

let database: TestDatabase;
let sql: Sql;
let queries: TenantQueries;
let outage: Error | undefined;
let statements: number;
let tenantId: string;
let keyId: string;
let now: number;
const time = new TimeSource();
time.now = () => new Date(now);
let uses: ApiKeyUses;

beforeAll(async () => {
  database = await createTestDatabase();
  const gateway = await database.as(ROLES.gateway);
  sql = {
    query: (text, values) => {
      statements++;
      return outage ? Promise.reject(outage) : gateway.query(text, values);
    },
  };
  queries = new TenantQueries(await database.as(ROLES.backOffice));
});
afterAll(() => database?.drop());

beforeEach(async () => {
  [outage, statements] = [undefined, 0];
  tenantId = randomUUID();
  await database.owner.query(
    "INSERT INTO back_office.tenants (id, slug, name, created_at, revision) VALUES ($1, $2, 'T', now(), 0)",
    [tenantId, tenantId],
  );
  keyId = await newKey();
  now = Date.parse('2026-03-01T10:00:00.000Z');
  uses = new ApiKeyUses(sql, time, LOGGER);
});
async function newKey(): Promise<string> {
  const id = randomBytes(8).toString('hex');
  await database.owner.query(
    `INSERT INTO back_office.api_keys (id, tenant_id, label, scopes, key_hash, created_at)
     VALUES ($1, $2, NULL, '{read}', $3, now())`,
    [id, tenantId, randomBytes(32)],
  );
  return id;
}

const used = async (id = keyId) => {
  const { last_used_at, last_used_from } = (await queries.apiKey(tenantId, id))!;
  return { last_used_at, last_used_from };
};
const NEVER = { last_used_at: null, last_used_from: null };
const stored = async (): Promise<string[]> =>
  (await database.owner.query<{ key_id: string }>('SELECT key_id FROM gateway.api_key_uses')).rows.map((r) => r.key_id);

describe('the last use of API keys', () => {
  it('is not written by the request, but with those of all other keys in one statement', async () => {
    const other = await newKey();
    uses = new ApiKeyUses(sql, time, LOGGER, 50);
    uses.start();
    try {
      uses.note(keyId, '192.0.2.1');
      uses.note(other, '192.0.2.2');
      now += 1_000;
      uses.note(keyId, '192.0.2.3');
      expect(statements).toBe(0);
      while ((await used()).last_used_at === null) await new Promise(setImmediate);
      expect(await used()).toEqual({ last_used_at: '2026-03-01T10:00:01.000Z', last_used_from: '192.0.2.3' });
      expect((await used(other)).last_used_from).toBe('192.0.2.2');
      expect(statements).toBe(1);
    } finally {
      await uses.stop();
    }
  });

  it('is written once a minute at most, also after a failure', async () => {
    expect(WRITE_MS).toBe(60_000);
    outage = new Error('no database');
    uses = new ApiKeyUses(sql, time, LOGGER, 200);
    uses.start();
    uses.note(keyId, '192.0.2.1');
    try {
      while (statements === 0) await delay(10);
      await new Promise(setImmediate);
      expect(statements).toBe(1);
    } finally {
      await uses.stop();
    }
  });

  it('is written when the gateway stops', async () => {
    uses.start();
    uses.note(keyId, '192.0.2.1');
    await uses.stop();
    expect((await used()).last_used_from).toBe('192.0.2.1');
  });

  it('is the last one through all gateways, in whatever order they write', async () => {
    const other = new ApiKeyUses(sql, time, LOGGER);
    uses.note(keyId, '192.0.2.1');
    now += 1_000;
    other.note(keyId, '192.0.2.2');
    await other.write();
    await uses.write();
    expect((await used()).last_used_from).toBe('192.0.2.2');
    now += 1_000;
    uses.note(keyId, '192.0.2.3');
    await uses.write();
    expect((await used()).last_used_from).toBe('192.0.2.3');
  });

  it('is kept while Postgres does not respond, with what is newer', async () => {
    const other = await newKey();
    uses.note(keyId, '192.0.2.1');
    uses.note(other, '192.0.2.2');
    outage = new Error('no database');
    await expect(uses.write()).rejects.toBe(outage);
    uses.note(keyId, '192.0.2.3');
    await expect(uses.write()).rejects.toBe(outage);
    outage = undefined;
    await uses.write();
    expect([(await used()).last_used_from, (await used(other)).last_used_from]).toEqual(['192.0.2.3', '192.0.2.2']);
  });

  it('does not keep a gateway from stopping when Postgres does not respond', async () => {
    uses.start();
    uses.note(keyId, '192.0.2.1');
    outage = new Error('no database');
    await uses.stop();
    outage = undefined;
    expect(await used()).toEqual(NEVER);
  });

  it('is stored only for keys that exist', async () => {
    const unknown = randomBytes(8).toString('hex');
    uses.note(unknown, '192.0.2.1');
    uses.note(keyId, '192.0.2.1');
    await uses.write();
    expect(await stored()).toContain(keyId);
    expect(await stored()).not.toContain(unknown);
  });

  it('takes bounded memory', async () => {
    for (let n = 0; n < MAX_KEYS; n++) uses.note(`key-${n}`, '192.0.2.1');
    uses.note(keyId, '192.0.2.1');
    await uses.write();
    expect(await used()).toEqual(NEVER);
    uses.note(keyId, '192.0.2.1');
    await uses.write();
    expect((await used()).last_used_from).toBe('192.0.2.1');
  });

  it('cannot be deleted by a gateway', async () => {
    const gateway = await database.as(ROLES.gateway);
    await expect(gateway.query('DELETE FROM gateway.api_key_uses')).rejects.toMatchObject({ code: '42501' });
  });
});
