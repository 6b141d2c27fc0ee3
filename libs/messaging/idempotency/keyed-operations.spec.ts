import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Database } from '@probity/persistence/database';
import { ROLES } from '@probity/persistence/roles';
import { invalid, Refusal } from '@probity/platform/errors';
import type { OperationKey } from '@probity/platform/idempotency/keyed-request';
import { createLogger } from '@probity/platform/logging';
import { Sealer } from '@probity/platform/sealing';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { KeyedOperations } from './keyed-operations';
import { KEPT_MS, LEASE_MS, OperationRecords } from './operation-records';

let test: TestDatabase;
let database: Database;
let now: number;
let operations: KeyedOperations;
let records: OperationRecords;
let key: OperationKey;

beforeAll(async () => {
  test = await createTestDatabase();
  database = await test.as(ROLES.ledger);
});
afterAll(() => test.drop());
beforeEach(() => {
  now = Date.UTC(2026, 2, 1);
  records = new OperationRecords(database, 'ledger', new Sealer(randomBytes(32)), { now: () => new Date(now) });
  operations = new KeyedOperations(records, createLogger('silent'));
  key = { hash: sha256(randomUUID()), fingerprint: sha256('the request') };
});

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const later = (ms: number): void => void (now += ms);
const unknown = new Refusal('outcome_unknown', 'outcome_unknown', 'no reply');

/** Work that counts its attempts and records what it is given. */
function counted(reply: () => Promise<unknown> = () => Promise.resolve({ id: 'made' })) {
  const attempts: { given: unknown; id: string }[] = [];
  const work = (given: unknown, id: string): Promise<unknown> => {
    attempts.push({ given, id });
    return reply();
  };
  return { attempts, work };
}

/** An attempt whose process dies: its work never ends. */
function die(given: object): Promise<string> {
  return new Promise((begun) => {
    void operations.run(key, given, (_given, id) => {
      begun(id);
      return new Promise(() => {});
    });
  });
}

describe('an operation with a key', () => {
  it('is carried out once, and its reply is returned again', async () => {
    const { attempts, work } = counted();
    expect(await operations.run(key, { n: 1 }, work)).toEqual({ reply: { id: 'made' }, replayed: false });
    expect(await operations.run(key, { n: 2 }, work)).toEqual({ reply: { id: 'made' }, replayed: true });
    expect(attempts).toHaveLength(1);
  });

  it('is carried out again without a key', async () => {
    const { attempts, work } = counted();
    await operations.run(undefined, {}, work);
    await operations.run(undefined, {}, work);
    expect(new Set(attempts.map(({ id }) => id)).size).toBe(2);
  });

  it('is rejected while it is in progress; after the lease it goes on with what it was given first', async () => {
    const id = await die({ ledger_id: 'first' });
    const { attempts, work } = counted();
    await expect(operations.run(key, { ledger_id: 'second' }, work)).rejects.toMatchObject({
      kind: 'conflict',
      code: 'idempotency_key_in_progress',
    });
    later(LEASE_MS);
    await operations.run(key, { ledger_id: 'second' }, work);
    expect(attempts).toEqual([{ given: { ledger_id: 'first' }, id }]);
  });

  it('is taken over by one of several requests when its process died', async () => {
    await die({});
    later(LEASE_MS);
    const { attempts, work } = counted();
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => operations.run(key, {}, work)));
    expect(attempts).toHaveLength(1);
    expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0);
  });

  it.each([
    ['an unknown outcome', unknown],
    ['an overloaded service', new Refusal('overloaded', 'unavailable', 'no')],
    ['a defect', new Error('a defect')],
  ])('is carried out again at once after %s, with the same id', async (_what, error) => {
    const failed = counted(() => Promise.reject(error));
    await expect(operations.run(key, {}, failed.work)).rejects.toBe(error);
    const { attempts, work } = counted();
    expect((await operations.run(key, {}, work)).replayed).toBe(false);
    expect(attempts[0]!.id).toBe(failed.attempts[0]!.id);
  });

  it('is rejected again when it was rejected', async () => {
    const { attempts, work } = counted(() => Promise.reject(invalid('email_taken', 'the email is taken')));
    const refusal = { kind: 'invalid', code: 'email_taken', message: 'the email is taken' };
    await expect(operations.run(key, {}, work)).rejects.toEqual(refusal);
    await expect(operations.run(key, {}, work)).rejects.toEqual({ ...refusal, replayed: true });
    expect(attempts).toHaveLength(1);
  });

  it('has one result, even if an attempt outlives its lease', async () => {
    let finish = (_reply: object): void => {};
    let slow: Promise<{ reply: unknown }> | undefined;
    await new Promise<void>((begun) => {
      const work = (): Promise<object> => {
        begun();
        return new Promise((resolve) => (finish = resolve));
      };
      slow = operations.run(key, {}, work);
    });
    later(LEASE_MS);
    expect((await operations.run(key, {}, () => Promise.resolve({ by: 'the second' }))).reply).toEqual({
      by: 'the second',
    });
    finish({ by: 'the first' });
    expect((await slow!).reply).toEqual({ by: 'the second' });
  });

  it('rejects another request with the key, also while it is in progress or its process died', async () => {
    await die({});
    const other = { ...key, fingerprint: sha256('another request') };
    const { attempts, work } = counted();
    for (let n = 0; n < 2; n++, later(LEASE_MS)) {
      await expect(operations.run(other, {}, work)).rejects.toMatchObject({ kind: 'unprocessable' });
    }
    expect(attempts).toEqual([]);
  });

  it('is a new operation after 24 hours', async () => {
    const { attempts, work } = counted();
    await operations.run(key, {}, work);
    later(KEPT_MS);
    expect((await operations.run({ ...key, fingerprint: sha256('new') }, {}, work)).replayed).toBe(false);
    expect(new Set(attempts.map(({ id }) => id)).size).toBe(2);
  });
});

describe('the records', () => {
  const count = async (): Promise<number> => (await database.query('SELECT FROM ledger.idempotency_records')).rowCount!;

  it('are deleted after 24 hours', async () => {
    await test.owner.query('DELETE FROM ledger.idempotency_records');
    await operations.run(key, {}, () => Promise.resolve({}));
    later(KEPT_MS - 1);
    expect(await records.forgetExpired()).toBe(false);
    expect(await count()).toBe(1);
    later(1);
    await records.forgetExpired();
    expect(await count()).toBe(0);
  });

  it('show neither what was given nor the reply', async () => {
    const secret = 'whsec_of_a_test';
    const shown = async () =>
      (await test.owner.query<{ row: string }>('SELECT r::text AS row FROM ledger.idempotency_records r')).rows
        .map(({ row }) => row)
        .join() +
      Buffer.concat(
        (
          await test.owner.query<{ c: Buffer }>('SELECT coalesce(given, result) AS c FROM ledger.idempotency_records')
        ).rows.map(({ c }) => c),
      ).toString('latin1');
    await die({ secret });
    expect(await shown()).not.toContain(secret);
    later(LEASE_MS);
    await operations.run(key, {}, () => Promise.resolve({ secret }));
    expect(await shown()).not.toContain(secret);
    expect((await operations.run(key, {}, () => Promise.resolve({}))).reply).toEqual({ secret });
  });

  it('cannot be opened under another key', async () => {
    await operations.run(key, {}, () => Promise.resolve({ id: 'of one tenant' }));
    const other = { ...key, hash: sha256('another tenant') };
    await test.owner.query(
      `INSERT INTO ledger.idempotency_records SELECT decode('${other.hash}', 'hex'), fingerprint, operation_id, given,
         result, lease_until, expires_at FROM ledger.idempotency_records WHERE key_hash = decode('${key.hash}', 'hex')`,
    );
    await expect(operations.run(other, {}, () => Promise.resolve({}))).rejects.toThrow(/cannot be opened/);
  });

  it.each([ROLES.gateway, ROLES.pipeline, ROLES.relay])('are closed to %s', async (role) => {
    const stranger = await test.as(role);
    await expect(stranger.query('SELECT FROM ledger.idempotency_records')).rejects.toThrow(/permission denied/);
  });
});
