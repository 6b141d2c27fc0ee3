import type { Schemas } from '../api/client';

type Network = Schemas['CustomerNetwork'];

const ROW = 26;
const TOP = 18;
export const WIDTH = 880;
/** The columns: the customer, its counterparties with their names, and the customers that share them. */
export const COLUMNS = { customer: 40, counterparties: 210, afterCounterparties: 600, others: 670 };

interface Node {
  id: string;
  y: number;
}
interface Edge {
  key: string;
  from: number;
  to: number;
  /** in pixels */
  width: number;
}

export interface NetworkLayout {
  height: number;
  /** of the customer */
  y: number;
  counterparties: Node[];
  others: Node[];
  toCounterparties: Edge[];
  toOthers: Edge[];
}

/**
 * The places of a network in three columns. The other customers are in the order of the middle of their counterparties,
 * so that few lines cross. A line is wider the more transactions it stands for.
 */
export function layOut({ counterparties, customers }: Pick<Network, 'counterparties' | 'customers'>): NetworkLayout {
  const rows = Math.max(counterparties.length, customers.length, 1);
  const height = rows * ROW + 2 * TOP;
  const column = (ids: string[]): Node[] => {
    const first = (height - (ids.length - 1) * ROW) / 2;
    return ids.map((id, index) => ({ id, y: first + index * ROW }));
  };
  const middles = new Map(
    customers.map(({ id }) => {
      const places = counterparties.flatMap(({ shared_with }, index) => (shared_with.includes(id) ? [index] : []));
      return [id, places.reduce((sum, place) => sum + place, 0) / Math.max(places.length, 1)];
    }),
  );
  const parties = column(counterparties.map(({ counterparty }) => counterparty));
  const others = column(
    customers
      .map(({ id }) => id)
      .sort((one, other) => middles.get(one)! - middles.get(other)! || (one < other ? -1 : 1)),
  );
  const heightOf = new Map(others.map(({ id, y }) => [id, y]));
  const y = height / 2;
  return {
    height,
    y,
    counterparties: parties,
    others,
    toCounterparties: counterparties.map(({ counterparty, transactions }, index) => ({
      key: counterparty,
      from: y,
      to: parties[index]!.y,
      width: 1 + Math.min(5, Math.log2(transactions)),
    })),
    toOthers: counterparties.flatMap(({ counterparty, shared_with }, index) =>
      shared_with.flatMap((id) => {
        const to = heightOf.get(id);
        return to === undefined ? [] : [{ key: `${counterparty}\n${id}`, from: parties[index]!.y, to, width: 1 }];
      }),
    ),
  };
}
