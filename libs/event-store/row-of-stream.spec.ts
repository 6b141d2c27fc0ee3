import { randomUUID } from 'node:crypto';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database';
import { NO_STREAM } from './event-store';
import { projectedRevision } from './row-of-stream';

const THING = { table: 'public.things', prefix: 'thing-' };
const READ =
  "SELECT (seq_tup_read + idx_tup_fetch)::int AS read FROM pg_stat_xact_user_tables WHERE relname = 'things'";

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
  await test.owner.execute('CREATE TABLE public.things (id uuid PRIMARY KEY, revision bigint NOT NULL)');
  await test.owner.execute('INSERT INTO public.things SELECT gen_random_uuid(), 7 FROM generate_series(1, 10000)');
  await test.owner.execute('ANALYZE public.things');
});
afterAll(() => test.drop());

describe('the projected revision of a stream', () => {
  it('is found by reading few rows, however many there are', async () => {
    const { rows } = await test.owner.query<{ id: string }>('SELECT id FROM public.things LIMIT 1');
    await test.owner.transaction(async (sql) => {
      expect(await projectedRevision(sql, THING, `thing-${rows[0]!.id}`)).toBe(7);
      expect((await sql.query<{ read: number }>(READ)).rows[0]!.read).toBeLessThan(10);
    });
  });

  it.each([
    ['has no row', () => `thing-${randomUUID()}`],
    ['has the name that another program chose', () => 'thing-of-another-program'],
  ])('is none when the stream %s', async (_what, stream) => {
    expect(await projectedRevision(test.owner, THING, stream())).toBe(NO_STREAM);
  });

  it('is none when another program wrote the UUID of an object in another form', async () => {
    const { rows } = await test.owner.query<{ id: string }>(
      "SELECT id FROM public.things WHERE id::text ~ '[a-f]' LIMIT 1",
    );
    expect(await projectedRevision(test.owner, THING, `thing-${rows[0]!.id.toUpperCase()}`)).toBe(NO_STREAM);
  });
});
