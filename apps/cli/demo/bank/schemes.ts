import type { DemoCustomer, Scheme } from './customer';
import { cents, SeededRandom } from './random';
import { DAYS } from './routine';
import { at, type Counterparty, incoming, type Movement, outgoing } from './transaction';

/** A company on the bank's own list; some customers do business with it. */
export const LISTED_FIRM = { name: 'Obsidian Gate Shipping FZE', country: 'AE' };

const STRANGERS = [
  'Dario Fennimoore',
  'Petra Isenvale',
  'Musa Adegbolanta',
  'Yara Coelhindo',
  'Linus Graumantel',
  'Tomasz Wierzbenko',
  'Aiko Tsurumizawa',
  'Rhea Colbatch',
  'Omar Zeitounian',
  'Ines Valdemorra',
  'Pavel Drozhinek',
  'Celeste Amberwick',
  'Hugo Trevandrel',
  'Siobhan Mullaghty',
] as const;
const RISKY = ['RU', 'BY', 'AF', 'LY', 'SY', 'CU'] as const;
const CALLED_OUT = ['IR', 'MM', 'KP'] as const;

const stranger = (name: string, country: string): Counterparty => ({ name, country, type: 'individual' });

type Acting = (customer: DemoCustomer, random: SeededRandom) => Movement[];

/** What is suspicious about a customer. Each is meant for one of the default rules, and some have a good explanation. */
export const SCHEMES: Record<Scheme, Acting> = {
  structuring: (customer, random) =>
    episodes(customer, random, 2).flatMap((day) =>
      Array.from({ length: random.whole(3, 5) }, (_, index) =>
        incoming({
          day: at(day + index * 1.3, random),
          amount: random.amount(8_200, 9_900),
          method: 'cash',
          description: 'Cash deposit',
          channel: 'branch',
        }),
      ),
    ),

  large_cash: (customer, random) =>
    episodes(customer, random, random.whole(1, 3)).map((day) =>
      incoming({
        day: at(day, random),
        amount: random.amount(10_400, 24_000),
        method: random.chance(0.7) ? 'cash' : 'crypto',
        description: random.pick(['Sale of a car', 'Cash deposit', 'Exchange payout']),
      }),
    ),

  rapid: ({ country, ...customer }, random) =>
    episodes({ ...customer, country }, random, 2).flatMap((day) => {
      const amount = random.amount(5_200, 9_800);
      const [from, to] = random.shuffled(STRANGERS);
      return [
        incoming({
          day: at(day, random),
          amount,
          method: 'transfer',
          description: 'As agreed',
          counterparty: stranger(from!, country),
        }),
        outgoing({
          day: at(day, random) + 0.9,
          amount: cents(amount * random.between(0.86, 0.97)),
          method: 'wire',
          description: 'As agreed',
          counterparty: stranger(to!, random.pick(['GB', 'TR', 'AE', 'EE'])),
        }),
      ];
    }),

  /** Its routine is left out: it did something before the 90 days, and then nothing. */
  dormant: ({ country }, random) => {
    const wakes = random.whole(52, 84);
    const small = { method: 'transfer' as const, description: 'Savings plan' };
    const amount = random.amount(2_400, 12_000);
    return [
      outgoing({ ...small, day: at(wakes - 260, random), amount: 50, counterparty: stranger('Savings Desk', country) }),
      outgoing({ ...small, day: at(wakes - 230, random), amount: 50, counterparty: stranger('Savings Desk', country) }),
      incoming({
        day: at(wakes, random),
        amount,
        method: 'transfer',
        description: 'Loan',
        counterparty: stranger(random.pick(STRANGERS), country),
      }),
      ...[1, 3].map((later) =>
        outgoing({
          day: at(wakes + later, random),
          amount: cents(amount * random.between(0.2, 0.35)),
          method: 'wire',
          description: 'Purchase',
          counterparty: stranger(random.pick(STRANGERS), country),
        }),
      ),
    ];
  },

  round: ({ country, firstDay }, random) =>
    Array.from({ length: random.whole(7, 11) }, (_, index) =>
      outgoing({
        day: at(Math.max(firstDay, 20) + index * random.whole(4, 6), random),
        amount: 1_000 * random.whole(1, 4),
        method: 'transfer',
        description: 'Consulting',
        counterparty: { name: 'Pelham Row Advisory', country, type: 'corporate' },
      }),
    ).filter(({ day }) => day < DAYS - 1),

  corridor: (customer, random) =>
    episodes(customer, random, random.whole(1, 3)).map((day) => {
      const country = random.chance(0.25) ? random.pick(CALLED_OUT) : random.pick(RISKY);
      const wire = {
        day: at(day, random),
        amount: random.amount(1_100, 6_900),
        method: 'wire' as const,
        description: random.pick(['Machine parts', 'Support for relatives', 'Carpets', 'Travel agency']),
        counterparty: stranger(random.pick(STRANGERS), country),
      };
      return random.chance(0.3) ? incoming(wire) : outgoing(wire);
    }),

  many_to_one: (customer, random) =>
    crowd(customer, random, random.whole(11, 14), (day, counterparty) =>
      incoming({ day, amount: random.amount(420, 890), method: 'transfer', description: 'Ticket', counterparty }),
    ),

  one_to_many: (customer, random) =>
    crowd(customer, random, random.whole(11, 14), (day, counterparty) =>
      outgoing({ day, amount: random.amount(440, 870), method: 'transfer', description: 'Share', counterparty }),
    ),

  new_account: ({ country, firstDay }, random) =>
    Array.from({ length: random.whole(5, 8) }, (_, index) =>
      incoming({
        day: Math.min(firstDay + 4, DAYS - 3) + 0.3 + index * 0.08,
        amount: random.amount(900, 2_600),
        method: 'transfer',
        description: 'Top up',
        counterparty: stranger(STRANGERS[index]!, country),
      }),
    ),

  velocity: (customer, random) =>
    episodes(customer, random, random.whole(1, 2)).flatMap((day) =>
      Array.from({ length: random.whole(21, 26) }, (_, index) =>
        outgoing({
          day: Math.floor(day) + 0.35 + index * 0.02,
          amount: random.amount(4, 45),
          method: 'card',
          description: 'Gift card',
          channel: 'online',
          counterparty: { name: 'Cardworld Online', country: customer.country, type: 'corporate' },
        }),
      ),
    ),

  turnover: (customer, random) =>
    episodes(customer, random, random.whole(1, 2)).flatMap((day) =>
      [0.4, 0.6].map((hour) =>
        outgoing({
          day: Math.floor(day) + hour,
          amount: random.amount(26_000, 48_000),
          method: 'wire',
          description: random.pick(['Purchase of a flat', 'Share subscription']),
          counterparty: { name: 'Lindqvist Notaries', country: customer.country, type: 'corporate' },
        }),
      ),
    ),

  /** Late, because the rule compares with the twelve weeks before. */
  spike: ({ country }, random) => [
    incoming({
      day: at(random.whole(72, 87), random),
      amount: random.amount(13_000, 31_000),
      method: 'wire',
      description: random.pick(['Inheritance', 'Sale of a boat', 'Bonus', 'Insurance payout']),
      counterparty: { name: 'Hartwell Trustees', country, type: 'corporate' },
    }),
  ],

  listed_counterparty: (customer, random) =>
    episodes(customer, random, 1).map((day) =>
      outgoing({
        day: at(day, random),
        amount: random.amount(1_900, 5_400),
        method: 'wire',
        description: 'Freight',
        counterparty: {
          ...LISTED_FIRM,
          name: random.pick([LISTED_FIRM.name, 'Obsidian Gate Shiping']),
          type: 'corporate',
        },
      }),
    ),
};

/** Days far enough from each other that each is an alert of its own. */
function episodes({ firstDay }: DemoCustomer, random: SeededRandom, count: number): number[] {
  const first = Math.max(firstDay, 12);
  const each = (DAYS - 9 - first) / count;
  return Array.from({ length: count }, (_, index) => first + index * each + random.between(0, each * 0.6));
}

/** A payment with each of many strangers within a few days. */
function crowd(
  customer: DemoCustomer,
  random: SeededRandom,
  count: number,
  pay: (day: number, counterparty: Counterparty) => Movement,
): Movement[] {
  const [day] = episodes(customer, random, 1);
  const strangers = random.shuffled(STRANGERS).slice(0, count);
  return strangers.map((name, index) => pay(at(day! + index * 0.35, random), stranger(name, customer.country)));
}
