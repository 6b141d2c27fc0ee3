import type { Database } from '@probity/persistence/database';
import { ROLES } from '@probity/persistence/roles';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database';
import { DeadLetterBook } from './dead-letter-book';

describe('the list of dead letters', () => {
  let test: TestDatabase;
  let database: Database;
  beforeAll(async () => {
    test = await createTestDatabase();
    database = await test.as(ROLES.pipeline);
  });
  afterAll(() => test.drop());

  const command = { message: 'a', kind: 'command' as const, type: 't', reason: 'r', attempts: 1 };
  const messages = async () =>
    (
      await test.owner.query<{ message: string }>('SELECT message FROM platform.dead_letters ORDER BY message')
    ).rows.map(({ message }) => message);

  it('takes what Postgres cannot store as text, and no more than is useful', async () => {
    await new DeadLetterBook(database, 'pipeline').keep({ ...command, message: 'a\0b', reason: 'x'.repeat(10_000) });
    expect(await messages()).toEqual(['ab']);
  });

  it('forgets commands after 30 days, as their topics do, and keeps facts', async () => {
    const book = new DeadLetterBook(database, 'pipeline');
    await book.keep({ ...command, message: 's@1', kind: 'fact', stream: 's', revision: 1 });
    await test.owner.query("UPDATE platform.dead_letters SET at = now() - interval '31 days'");
    await book.keep({ ...command, message: 'new' });
    expect(await messages()).toEqual(['new', 's@1']);
  });

  it('has a fact that was put aside handled again for an hour, and then leaves it to an operator', async () => {
    const book = new DeadLetterBook(database, 'pipeline');
    const fact = {
      message: 'c@2',
      kind: 'fact' as const,
      type: 't',
      stream: 'c',
      revision: 2,
      reason: 'r',
      attempts: 1,
    };
    const WAIT = `
      SELECT attempts, extract(epoch FROM again_at - now())::int AS wait FROM platform.dead_letters
      WHERE message = 'c@2'`;
    const waits = async (age: string) => {
      await test.owner.query(`UPDATE platform.dead_letters SET at = now() - $1::interval`, [age]);
      const isAgain = await book.putAside(fact);
      const row = (await test.owner.query<{ wait: number | null }>(WAIT)).rows[0]!;
      expect(isAgain).toBe(row.wait !== null);
      return row;
    };
    await book.putAside(fact);
    expect((await test.owner.query(WAIT)).rows[0]).toEqual({ attempts: 1, wait: 2 });
    expect(await waits('4 seconds')).toEqual({ attempts: 2, wait: 2 });
    expect(await waits('4 minutes')).toEqual({ attempts: 3, wait: 60 });
    expect(await waits('59 minutes')).toEqual({ attempts: 4, wait: 300 });
    // The process was down: the read side may be late.
    await test.owner.query(
      "UPDATE platform.dead_letters SET again_at = now() - interval '11 minutes' WHERE message = 'c@2'",
    );
    expect(await waits('2 hours')).toEqual({ attempts: 5, wait: 300 });
    expect(await waits('125 minutes')).toEqual({ attempts: 6, wait: null });
    const office = await test.as(ROLES.backOffice);
    await office.query("SELECT platform.handle_dead_letter_again('pipeline', 'c@2')");
    expect((await test.owner.query(WAIT)).rows[0]).toEqual({ attempts: 6, wait: 0 });
    await book.putAside(fact);
    expect((await test.owner.query(WAIT)).rows[0]).toEqual({ attempts: 7, wait: 2 });
    await book.handled('c@2');
    expect((await test.owner.query(WAIT)).rows).toEqual([]);
  });

  it('can be changed by services only through its functions, and only the back office decides what is handled again', async () => {
    const denied = /permission denied/;
    await expect(database.query('SELECT * FROM platform.dead_letters')).rejects.toThrow(denied);
    await expect(database.query('DELETE FROM platform.dead_letters')).rejects.toThrow(denied);
    const again = "SELECT platform.handle_dead_letter_again('pipeline', 'a')";
    await expect(database.query(again)).rejects.toThrow(denied);
    const office = await test.as(ROLES.backOffice);
    await expect(office.query('SELECT reason FROM platform.dead_letters')).rejects.toThrow(denied);
    await expect(office.query('DELETE FROM platform.dead_letters')).rejects.toThrow(denied);
    await office.query(again);
  });
});
