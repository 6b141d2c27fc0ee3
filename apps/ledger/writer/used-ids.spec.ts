import { type IdUses, UsedIds } from './used-ids';

const LEDGER = 'ledger 1';
const write = (n: number | string) => ({ idempotencyKey: `key ${n}`, transactionId: `id ${n}` });

/** Reads whose results the test provides. */
class HeldReads {
  readonly asked: { keys: string[]; ids: string[]; answer: (uses?: Partial<IdUses>) => void; fail: () => void }[] = [];

  readonly read = (keys: string[], ids: string[]): Promise<IdUses> =>
    new Promise((resolve, reject) => {
      this.asked.push({
        keys,
        ids,
        answer: (uses = {}) => resolve({ transactions: new Map(), ledgers: new Map(), ...uses }),
        fail: () => reject(new Error('no database')),
      });
    });
}

describe('used ids', () => {
  let reads: HeldReads;
  let used: UsedIds;
  beforeEach(() => {
    reads = new HeldReads();
    used = new UsedIds(reads.read);
  });

  it('are returned from the read-ahead; only the other ids are read', async () => {
    used.readAhead([write(1)]);
    reads.asked[0]!.answer({ transactions: new Map([['key 1', 'id 0']]) });
    const answer = used.of([write(1), write(2)]);
    expect(reads.asked[1]).toMatchObject({ keys: ['key 2'], ids: ['id 2'] });
    reads.asked[1]!.answer();
    expect((await answer).transactions).toEqual(new Map([['key 1', 'id 0']]));
    expect(reads.asked).toHaveLength(2);
  });

  it('include an id that was used while a read of the same id was running', async () => {
    used.readAhead([write(1)]);
    used.used(LEDGER, [write(1)]);
    reads.asked[0]!.answer(); // the read began before the use
    const { transactions, ledgers } = await used.of([write(1)]);
    expect([...transactions]).toEqual([['key 1', 'id 1']]);
    expect([...ledgers]).toEqual([['id 1', LEDGER]]);
  });

  it('do not include the result of a read that began before `forget` was called', async () => {
    used.readAhead([write(1)]);
    used.forget();
    const answer = used.of([write(1)]);
    reads.asked[0]!.answer(); // this result is out of date
    await new Promise(setImmediate);
    reads.asked[1]!.answer({ transactions: new Map([['key 1', 'id 9']]) });
    expect((await answer).transactions).toEqual(new Map([['key 1', 'id 9']]));
  });

  it('are read again after a failed read-ahead; the caller receives the error of the second read', async () => {
    used.readAhead([write(1)]);
    const answer = used.of([write(1)]);
    reads.asked[0]!.fail();
    await new Promise(setImmediate);
    reads.asked[1]!.fail();
    await expect(answer).rejects.toThrow('no database');
  });

  it('are limited in number', async () => {
    for (let n = 0; n < 10_000; n++) used.used(LEDGER, [write(n)]);
    const answer = used.of([write(0)]);
    expect(reads.asked[0]).toMatchObject({ keys: ['key 0'] });
    reads.asked[0]!.answer();
    expect((await answer).transactions.size).toBe(0);
  });
});
