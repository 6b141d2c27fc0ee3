import { SharedQuery } from './shared-query';

/** Records queries; the test then gives the result of each. */
class HeldQueries {
  readonly asked: { keys: string[]; answer: (text: string) => void; fail: (error: Error) => void }[] = [];
  readonly shared = new SharedQuery<string, string>(
    (keys) => new Promise((answer, fail) => this.asked.push({ keys, answer, fail })),
  );

  /** Waits for the nth query. */
  async query(n: number): Promise<HeldQueries['asked'][number]> {
    for (let turns = 0; turns < 100 && !this.asked[n]; turns++) await new Promise(setImmediate);
    return this.asked[n]!;
  }
}

describe('a shared query', () => {
  let queries: HeldQueries;
  beforeEach(() => {
    queries = new HeldQueries();
  });

  it('runs once for callers that ask at the same time', async () => {
    const results = Promise.all([queries.shared.ask(['a']), queries.shared.ask(['b', 'a'])]);
    const query = await queries.query(0);
    expect(query.keys).toEqual(['a', 'b']);
    query.answer('both');
    expect(await results).toEqual(['both', 'both']);
    expect(queries.asked).toHaveLength(1);
  });

  it('begins after the call of every caller that receives its answer', async () => {
    const before = queries.shared.ask(['a']);
    const first = await queries.query(0);
    const after = queries.shared.ask(['a']); // the data may have changed since the first query began
    first.answer('old');
    expect(await before).toBe('old');
    (await queries.query(1)).answer('new');
    expect(await after).toBe('new');
  });

  it('runs once for all callers that ask while two queries are running', async () => {
    void queries.shared.ask(['a']);
    await queries.query(0);
    void queries.shared.ask(['b']);
    await queries.query(1);
    const waiting = ['c', 'd', 'e'].map((key) => queries.shared.ask([key]));
    queries.asked[0]!.answer('');
    (await queries.query(2)).answer('all');
    expect(await Promise.all(waiting)).toEqual(['all', 'all', 'all']);
    expect(queries.asked[2]!.keys).toEqual(['c', 'd', 'e']);
    queries.asked[1]!.answer('');
  });

  it('runs again after a query that failed', async () => {
    const failed = queries.shared.ask(['a']);
    (await queries.query(0)).fail(new Error('no database'));
    await expect(failed).rejects.toThrow('no database');
    const next = queries.shared.ask(['a']);
    (await queries.query(1)).answer('fine');
    expect(await next).toBe('fine');
  });
});
