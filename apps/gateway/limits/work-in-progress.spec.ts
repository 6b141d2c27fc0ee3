import { setImmediate as nextTurn } from 'node:timers/promises';
import { WorkInProgress } from './work-in-progress';

const MOST = 1_000;
const LONG = 1_000_000;

/** Requests of tenants in this order; `begun` has those whose turn came. */
function requests(...sent: [tenant: string, bytes: number][]) {
  const bodies = new WorkInProgress(MOST);
  const begun: number[] = [];
  const turns = sent.map(([tenant, bytes], n) => {
    const turn = bodies.turn(tenant, bytes);
    void turn.begun.then(() => begun.push(n));
    return turn;
  });
  const end = async (n: number): Promise<void> => {
    turns[n]!.end();
    await nextTurn();
  };
  return { begun, end };
}

describe('work in progress', () => {
  it('takes turns within a tenant when it is large, in order', async () => {
    const { begun, end } = requests(['a', LONG], ['a', LONG], ['a', LONG]);
    await nextTurn();
    expect(begun).toEqual([0]);
    await end(0);
    expect(begun).toEqual([0, 1]);
    await end(1);
    expect(begun).toEqual([0, 1, 2]);
  });

  it('is done together when it is small', async () => {
    const half = MOST / 2;
    const { begun, end } = requests(['a', half], ['a', half], ['a', 1], ['a', 1]);
    await nextTurn();
    expect(begun).toEqual([0, 1]);
    await end(1);
    expect(begun).toEqual([0, 1, 2, 3]);
  });

  it('does not wait for that of another tenant', async () => {
    const { begun } = requests(['a', LONG], ['a', 1], ['b', LONG]);
    await nextTurn();
    expect(begun).toEqual([0, 2]);
  });

  it('never begins when it ended before its turn', async () => {
    const { begun, end } = requests(['a', LONG], ['a', LONG], ['a', LONG]);
    await end(1);
    expect(begun).toEqual([0]);
    await end(1);
    await end(0);
    expect(begun).toEqual([0, 2]);
  });
});
