import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { LargeBodies } from './large-bodies';

const newResponse = (): ServerResponse => new EventEmitter() as ServerResponse;

/** Requests of tenants in this order; `begun` has those whose turn came. */
function requests(...tenants: string[]) {
  const bodies = new LargeBodies();
  const begun: number[] = [];
  const responses = tenants.map((tenant, n) => {
    const response = newResponse();
    void bodies.turn(tenant, response).then(() => begun.push(n));
    return response;
  });
  const end = async (n: number): Promise<void> => {
    responses[n]!.emit('close');
    await nextTurn();
  };
  return { begun, end };
}

describe('requests with large bodies', () => {
  it('take turns within a tenant, in order', async () => {
    const { begun, end } = requests('a', 'a', 'a');
    await nextTurn();
    expect(begun).toEqual([0]);
    await end(0);
    expect(begun).toEqual([0, 1]);
    await end(1);
    expect(begun).toEqual([0, 1, 2]);
  });

  it('do not wait for those of another tenant', async () => {
    const { begun } = requests('a', 'a', 'b');
    await nextTurn();
    expect(begun).toEqual([0, 2]);
  });

  it('keep their order when a client goes away before its turn', async () => {
    const { begun, end } = requests('a', 'a', 'a');
    await end(1);
    expect(begun).toEqual([0]);
    await end(0);
    expect(begun).toEqual([0, 1, 2]);
  });
});
