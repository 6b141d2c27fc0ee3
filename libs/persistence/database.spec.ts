import { createTestDatabase, type TestDatabase } from '../../testing/test-database';
import { Refusal } from '@probity/platform/errors';
import { Database, type Lock, type Sql, wasRolledBack } from './database';
import { isDefiniteFailure, sqlState } from './failures';
import { ROLES } from './roles';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
  await test.owner.query('CREATE TABLE public.things (id int PRIMARY KEY)');
});
afterAll(() => test.drop());
beforeEach(() => test.owner.query('DELETE FROM public.things'));

const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );
const things = async (): Promise<number> =>
  (await test.owner.query<{ count: string }>('SELECT count(*) FROM public.things')).rows.map((row) =>
    Number(row.count),
  )[0]!;
const insert = (sql: Sql, id: number) => sql.query('INSERT INTO public.things VALUES ($1)', [id]);

/** Ends the connection that runs `sql`, like a failover of Postgres. */
async function loseConnection(sql: Sql): Promise<void> {
  const { rows } = await sql.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  await test.owner.query('SELECT pg_terminate_backend($1)', [rows[0]!.pid]);
}

describe('a transaction', () => {
  it('commits its changes', async () => {
    await test.owner.transaction((sql) => insert(sql, 1));
    expect(await things()).toBe(1);
  });

  it('is rolled back when a statement fails, and its error says so', async () => {
    const error = await failure(
      test.owner.transaction(async (sql) => {
        await insert(sql, 1);
        await insert(sql, 1);
      }),
    );
    expect(wasRolledBack(error)).toBe(true);
    expect(isDefiniteFailure(error)).toBe(true);
    expect(await things()).toBe(0);
  });

  it('fails when its work ignored the error of a statement', async () => {
    const error = await failure(
      test.owner.transaction(async (sql) => {
        await insert(sql, 1);
        await failure(insert(sql, 1));
      }),
    );
    expect(error).toMatchObject({ message: expect.stringMatching(/rolled back/) });
    expect(await things()).toBe(0);
  });

  it('fails when its connection is lost, does not report a rollback, and the pool stays usable', async () => {
    const error = await failure(
      test.owner.transaction(async (sql) => {
        await insert(sql, 1);
        await loseConnection(sql);
        await insert(sql, 2);
      }),
    );
    expect(error).toHaveProperty('message');
    expect(wasRolledBack(error)).toBe(false);
    expect(await things()).toBe(0);
    await test.owner.transaction((sql) => insert(sql, 3));
    expect(await things()).toBe(1);
  });

  it('fails when its connection is lost while no statement runs', async () => {
    const error = await failure(
      test.owner.transaction(async (sql) => {
        await loseConnection(sql);
        for (let n = 0; n < 5; n++) await test.owner.ping(); // gives the loss time to be noticed
      }),
    );
    expect(error).toHaveProperty('message');
    expect(await things()).toBe(0);
  });
});

describe('errors', () => {
  it('of the operating system are not treated as errors of Postgres', () => {
    expect(isDefiniteFailure(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }))).toBe(false);
  });

  it('of opening a database include the reason why the server cannot be reached', async () => {
    const url = test.url.replace(/@[^/]*\//, '@127.0.0.1:1/');
    await expect(Database.open({ url, applicationName: 'nowhere' })).rejects.toThrow('ECONNREFUSED');
  });

  it('of statements that run longer than the query time-out are Refusals', async () => {
    const impatient = await Database.open({ url: test.url, applicationName: 'impatient', queryTimeoutMs: 50 });
    const error = await failure(impatient.query('SELECT pg_sleep(60)'));
    expect(error).toBeInstanceOf(Refusal);
    expect(error).toMatchObject({ kind: 'overloaded' });
    await impatient.ping();
    await impatient.close();
  });

  it('of a pool that was closed under its work say that Probity is stopping', async () => {
    const closed = await Database.open({ url: test.url, applicationName: 'stopping' });
    await closed.close();
    const expected = { kind: 'overloaded', code: 'unavailable', message: expect.stringContaining('is stopping') };
    expect(await failure(closed.ping())).toMatchObject(expected);
    expect(await failure(closed.transaction(() => Promise.resolve()))).toMatchObject(expected);
  });

  it('of a statement that began before the pool was closed are its own', async () => {
    await insert(test.owner, 1);
    const closed = await Database.open({ url: test.url, applicationName: 'stopping' });
    const inserted = failure(insert(closed, 1));
    await closed.close();
    expect(sqlState(await inserted)).toBe('23505');
  });
});

describe('statements that prefer indexes', () => {
  it('are never compiled, because Postgres would compile a costly one each time', async () => {
    const { rows } = await test.owner.query<{ name: string }>('SELECT current_database() AS name');
    await test.owner.execute(`ALTER DATABASE ${rows[0]!.name} SET jit = on`);
    const database = await Database.open({ url: test.url, applicationName: 'indexes', prefersIndexes: true });
    expect((await database.query('SHOW jit')).rows).toEqual([{ jit: 'off' }]);
    expect((await database.query('SHOW enable_seqscan')).rows).toEqual([{ enable_seqscan: 'off' }]);
    await database.close();
  });
});

describe('a service', () => {
  it('calls the functions of Postgres, although the owner of the database put another schema first', async () => {
    const { rows } = await test.owner.query<{ name: string }>('SELECT current_database() AS name');
    await test.owner.execute(`
      CREATE SCHEMA evil; GRANT USAGE ON SCHEMA evil TO PUBLIC;
      CREATE FUNCTION evil.lower(text) RETURNS text LANGUAGE sql AS $$ SELECT 'evil' $$;
      CREATE FUNCTION public.lower(varchar) RETURNS text LANGUAGE sql AS $$ SELECT 'evil' $$;
      ALTER DATABASE ${rows[0]!.name} SET search_path = evil, public, pg_catalog`);
    const service = await test.as(ROLES.backOffice);
    const { rows: said } = await service.query("SELECT lower('A') AS one, lower('A'::varchar) AS two");
    expect(said).toEqual([{ one: 'a', two: 'a' }]);
    await test.owner.execute(`DROP SCHEMA evil CASCADE; DROP FUNCTION public.lower(varchar)`);
  });
});

describe('a lock', () => {
  it('can be taken again as soon as it was released, and not before', async () => {
    for (let n = 0; n < 100; n++) {
      const lock = await test.owner.tryLock('a test');
      expect(lock).toBeDefined();
      expect(await test.owner.tryLock('a test')).toBeUndefined();
      await Promise.all([test.owner.ping(), test.owner.ping()]); // the next lock finds an open connection
      lock!.release();
      expect(lock!.lost.aborted).toBe(true);
    }
  });

  it('may be released twice', async () => {
    const lock = (await test.owner.tryLock('a test'))!;
    lock.release();
    lock.release();
    const again = (await test.owner.tryLock('a test'))!; // it waits for what is left of the releases
    again.release();
    expect(again.lost.aborted).toBe(true);
  });

  it('is free when its connection was lost', async () => {
    const lock = (await test.owner.tryLock('a test'))!;
    await test.owner.query(`
      SELECT pg_terminate_backend(l.pid) FROM pg_locks l JOIN pg_database d ON d.oid = l.database
      WHERE d.datname = current_database() AND l.locktype = 'advisory' AND l.pid <> pg_backend_pid()`);
    lock.release();
    let again: Lock | undefined;
    do
      again = await test.owner.tryLock('a test'); // the session ends a moment later
    while (!again);
    again.release();
  });
});
