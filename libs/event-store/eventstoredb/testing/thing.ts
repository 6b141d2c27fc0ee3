import type { Aggregate } from '../../aggregate';

export interface Happened {
  type: 'Happened';
  data: { n: number };
}

/** An aggregate that counts its events, without a read side. */
export const THING: Aggregate<number, Happened> = {
  name: 'thing',
  kind: 'things',
  prefix: 'thing-',
  stream: (id) => `thing-${id}`,
  evolve: (count = 0) => count + 1,
  tenantOf: () => null,
  projection: () => Promise.resolve(),
};
