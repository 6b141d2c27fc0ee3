import type { DemoCustomer } from './customer';
import { SHOPS } from './names';
import type { SeededRandom } from './random';

export interface Counterparty {
  name: string;
  account?: string;
  country: string;
  type?: 'individual' | 'corporate';
}

/** A transaction before it has an id and a time. */
export interface Movement {
  /** days from the beginning of the 90 days; below 0: before them */
  day: number;
  /** US dollars */
  amount: number;
  direction: 'inbound' | 'outbound';
  method: 'cash' | 'wire' | 'card' | 'transfer' | 'crypto';
  description: string;
  channel?: string;
  counterparty?: Counterparty;
}

export const incoming = (movement: Omit<Movement, 'direction'>): Movement => ({ ...movement, direction: 'inbound' });
export const outgoing = (movement: Omit<Movement, 'direction'>): Movement => ({ ...movement, direction: 'outbound' });

/** A time of day within opening hours. */
export const at = (day: number, random: SeededRandom): number => Math.floor(day) + random.between(0.34, 0.88);

/** A payment by card in a shop or online. */
export function cardPayment({ country }: DemoCustomer, day: number, random: SeededRandom): Movement {
  const shop = random.pick(SHOPS);
  const amount = random.chance(0.08) ? random.amount(90, 420) : random.amount(2.5, 68);
  return outgoing({
    day: at(day, random),
    amount: amount % 1_000 === 0 ? amount + 0.5 : amount,
    method: 'card',
    description: shop,
    channel: random.pick(['pos', 'pos', 'online']),
    counterparty: { name: shop, country },
  });
}
