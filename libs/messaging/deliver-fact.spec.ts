import { Refusal } from '@probity/platform/errors';
import { deliverFact, type FactTrouble, NotOnReadSideYet } from './deliver-fact';

const context = { id: 'fact' };
const FEW = 20;

function recorded(): FactTrouble & { tries: number[]; reasons: string[]; aside: string[] } {
  const tries: number[] = [];
  const reasons: string[] = [];
  const aside: string[] = [];
  return {
    tries,
    reasons,
    aside,
    failed: (_error, count) => void tries.push(count),
    givenUp: (reason) => Promise.resolve(void reasons.push(reason)),
    putAside: (reason) => Promise.resolve(void aside.push(reason)),
  };
}

describe('a fact that cannot be handled', () => {
  it('is retried, and then stored as a dead letter with the reason', async () => {
    const trouble = recorded();
    await deliverFact(() => Promise.reject(new Error('no such customer')), {}, context, trouble, 0);
    expect(trouble.tries).toEqual([1, 2, 3, 4, 5]);
    expect(trouble.reasons).toEqual(['no such customer']);
  });

  it('is retried as long as the database is unavailable', async () => {
    const trouble = recorded();
    let calls = 0;
    const handler = (): Promise<void> => {
      if (++calls <= FEW) return Promise.reject(new Refusal('overloaded', 'unavailable', 'the database is away'));
      return calls < FEW + 5 ? Promise.reject(new Error('a fault')) : Promise.resolve();
    };
    await deliverFact(handler, {}, context, trouble, 0);
    expect(calls).toBe(FEW + 5);
    expect(trouble.reasons).toEqual([]);
  });

  it('is put aside when the read side does not show its object soon, and only then', async () => {
    const trouble = recorded();
    let calls = 0;
    const handler = (): Promise<void> =>
      Promise.reject(
        ++calls <= FEW
          ? new Refusal('overloaded', 'unavailable', 'the database is away')
          : new NotOnReadSideYet('no row'),
      );
    await deliverFact(handler, {}, context, trouble, 0);
    expect(calls).toBe(FEW + 5);
    expect([trouble.aside, trouble.reasons]).toEqual([['no row'], []]);
  });

  it('does not wait for the read side again', async () => {
    const trouble = { ...recorded(), isAgain: true };
    await deliverFact(() => Promise.reject(new NotOnReadSideYet('no row')), {}, context, trouble, 0);
    expect([trouble.tries, trouble.aside]).toEqual([[1], ['no row']]);
  });

  it('is left for the next start when the process stops', async () => {
    const ended = new AbortController();
    const away = new Refusal('overloaded', 'unavailable', 'the database is away');
    const trouble = { ...recorded(), ended: ended.signal, failed: () => ended.abort() };
    await expect(deliverFact(() => Promise.reject(away), {}, context, trouble, 0)).rejects.toThrow();
  });
});
