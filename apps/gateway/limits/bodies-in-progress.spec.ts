import { setImmediate as nextTurn } from 'node:timers/promises';
import { BodiesInProgress, MAX_BYTES_IN_PROGRESS } from './bodies-in-progress';

const LONG = 1_000_000;

/** Requests of tenants in this order; `begun` has those whose turn came. */
function requests(...sent: [tenant: string, bytes: number][]) {
  const bodies = new BodiesInProgress();
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

describe('bodies in progress', () => {
  it('take turns within a tenant when they are long, in order', async () => {
    const { begun, end } = requests(['a', LONG], ['a', LONG], ['a', LONG]);
    await nextTurn();
    expect(begun).toEqual([0]);
    await end(0);
    expect(begun).toEqual([0, 1]);
    await end(1);
    expect(begun).toEqual([0, 1, 2]);
  });

  it('are processed together when they are short', async () => {
    const half = MAX_BYTES_IN_PROGRESS / 2;
    const { begun, end } = requests(['a', half], ['a', half], ['a', 1], ['a', 1]);
    await nextTurn();
    expect(begun).toEqual([0, 1]);
    await end(1);
    expect(begun).toEqual([0, 1, 2, 3]);
  });

  it('do not wait for those of another tenant', async () => {
    const { begun } = requests(['a', LONG], ['a', 1], ['b', LONG]);
    await nextTurn();
    expect(begun).toEqual([0, 2]);
  });

  it('never begin when they ended before their turn', async () => {
    const { begun, end } = requests(['a', LONG], ['a', LONG], ['a', LONG]);
    await end(1);
    expect(begun).toEqual([0]);
    await end(1);
    await end(0);
    expect(begun).toEqual([0, 2]);
  });
});
