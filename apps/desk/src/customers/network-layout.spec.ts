import { layOut } from './network-layout';

const party = (counterparty: string, transactions: number, shared_with: string[] = []) =>
  ({ counterparty, transactions, shared_with }) as never;
const customer = (id: string) => ({ id }) as never;

describe('the layout of a network', () => {
  it('has a line from the customer to each counterparty, wider for more transactions, up to a limit', () => {
    const { toCounterparties, counterparties } = layOut({
      counterparties: [party('a', 1_000_000), party('b', 4), party('c', 1)],
      customers: [],
    });
    expect(toCounterparties.map(({ key, width }) => [key, width])).toEqual([
      ['a', 6],
      ['b', 3],
      ['c', 1],
    ]);
    expect(toCounterparties.map(({ to }) => to)).toEqual(counterparties.map(({ y }) => y));
  });

  it('puts other customers beside the counterparties that they share', () => {
    const { others, toOthers } = layOut({
      counterparties: [party('a', 3, ['late', 'both']), party('b', 2, ['both']), party('c', 1, ['last'])],
      customers: [customer('last'), customer('both'), customer('late')],
    });
    expect(others.map(({ id }) => id)).toEqual(['late', 'both', 'last']);
    expect(toOthers).toHaveLength(4);
  });

  it('keeps all places within its height and apart', () => {
    const many = Array.from({ length: 30 }, (_, index) => party(String(index), 1));
    const { height, counterparties } = layOut({ counterparties: many, customers: [] });
    const places = counterparties.map(({ y }) => y);
    expect(Math.min(...places)).toBeGreaterThan(10);
    expect(Math.max(...places)).toBeLessThan(height - 10);
    expect(new Set(places).size).toBe(30);
  });

  it('of nothing is empty', () => {
    expect(layOut({ counterparties: [], customers: [] })).toMatchObject({
      counterparties: [],
      others: [],
      toOthers: [],
    });
  });
});
