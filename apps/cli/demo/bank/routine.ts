import type { DemoCustomer, Life } from './customer';
import { SeededRandom } from './random';
import { at, incoming, type Movement, outgoing } from './transaction';

export const DAYS = 90;
const MONTH = 30;
const WEEK = 7;

/** The days of a monthly payment. */
const months = (first: number): number[] => [first, first + MONTH, first + 2 * MONTH].filter((day) => day < DAYS);
const days = (step: () => number): number[] => {
  const found: number[] = [];
  for (let day = step(); day < DAYS; day += step()) found.push(day);
  return found;
};

/** What customers of each kind do every week and month, apart from payments by card. */
export function routine(customer: DemoCustomer, random: SeededRandom): Movement[] {
  const movements = LIVES[customer.life](customer, random);
  return movements.filter(({ day }) => day >= customer.firstDay);
}

type Living = (customer: DemoCustomer, random: SeededRandom) => Movement[];

const LIVES: Record<Life, Living> = {
  salaried: (customer, random) =>
    household(customer, random, random.amount(2_200, 5_600), 'Salary', 'Payroll Services'),
  pensioner: (customer, random) => household(customer, random, random.amount(1_100, 2_600), 'Pension', 'Pension Fund'),
  student: (customer, random) => household(customer, random, random.amount(600, 1_300), 'Allowance', 'Family account'),
  wealthy: (customer, random) => [
    ...household(customer, random, random.amount(7_200, 9_400), 'Distribution', 'Family Office'),
    ...days(() => random.whole(9, 20)).map((day) =>
      outgoing({
        day: at(day, random),
        amount: random.amount(1_200, 6_400),
        method: 'wire',
        description: 'Investment',
        counterparty: { name: 'Meridian Custody', country: customer.country, type: 'corporate' },
      }),
    ),
  ],
  freelancer: ({ country }, random) => [
    ...days(() => random.whole(6, 13)).map((day) =>
      incoming({
        day: at(day, random),
        amount: random.amount(450, 3_600),
        method: 'transfer',
        description: `Invoice ${random.whole(100, 999)}`,
        counterparty: { name: `Client ${random.pick(CLIENTS)}`, country, type: 'corporate' },
      }),
    ),
    ...home({ country, income: 2_600 }, random),
  ],
  shop: ({ country, index }, random) => [
    ...days(() => 1).map((day) =>
      incoming({
        day: day + 0.93,
        amount: random.amount(180, 1_150),
        method: 'transfer',
        description: 'Card settlement',
        counterparty: { name: 'Terminal Settlements', country, type: 'corporate' },
      }),
    ),
    ...days(() => WEEK).map((day) =>
      incoming({
        day: at(day, random),
        amount: random.amount(600, 2_400),
        method: 'cash',
        description: 'Cash takings',
        channel: 'branch',
      }),
    ),
    ...supplies(country, random, 380, 1_500),
    ...payroll(country, index, random, 2),
  ],
  trader: ({ country, index }, random) => [
    ...days(() => random.whole(2, 4)).map((day) =>
      incoming({
        day: at(day, random),
        amount: random.amount(1_400, 7_600),
        method: 'wire',
        description: `Invoice ${random.whole(1_000, 9_999)}`,
        counterparty: { name: `${random.pick(CLIENTS)} Imports`, country: random.pick(ABROAD), type: 'corporate' },
      }),
    ),
    ...supplies(country, random, 500, 2_300),
    ...payroll(country, index, random, 3),
  ],
  agency: ({ country, index }, random) => [
    ...days(() => random.whole(5, 9)).map((day) =>
      incoming({
        day: at(day, random),
        amount: random.amount(1_800, 7_400),
        method: 'transfer',
        description: `Retainer ${random.whole(100, 999)}`,
        counterparty: { name: `${random.pick(CLIENTS)} Group`, country, type: 'corporate' },
      }),
    ),
    ...payroll(country, index, random, 4),
  ],
};

const CLIENTS = ['Solane', 'Bertrand & Pike', 'Oriel', 'Tamarind', 'Nordkap', 'Vespera', 'Ashlar', 'Calder'];
const ABROAD = ['GB', 'DE', 'US', 'AE', 'IN', 'BR', 'SG', 'NL'];

function household(
  { country }: DemoCustomer,
  random: SeededRandom,
  income: number,
  description: string,
  from: string,
): Movement[] {
  const payday = random.whole(0, MONTH - 2);
  return [
    ...months(payday).map((day) =>
      incoming({
        day: day + 0.25,
        amount: income,
        method: 'transfer',
        description,
        counterparty: { name: from, country },
      }),
    ),
    ...home({ country, income }, random),
  ];
}

/** Rent, bills, cash and transfers to friends. */
function home({ country, income }: { country: string; income: number }, random: SeededRandom): Movement[] {
  const bill = (description: string, min: number, max: number): Movement[] => {
    const amount = random.amount(min, max);
    return months(random.whole(0, MONTH - 1)).map((day) =>
      outgoing({
        day: day + 0.3,
        amount,
        method: 'transfer',
        description,
        counterparty: { name: `${description} Services`, country, type: 'corporate' },
      }),
    );
  };
  return [
    ...bill('Rent', income * 0.25, income * 0.34),
    ...bill('Electricity', 40, 130),
    ...bill('Mobile phone', 12, 55),
    ...bill('Insurance', 30, 160),
    ...days(() => random.whole(7, 16)).map((day) =>
      outgoing({
        day: at(day, random),
        amount: 20 * random.whole(1, 8),
        method: 'cash',
        description: 'Cash withdrawal',
        channel: 'atm',
      }),
    ),
    ...days(() => random.whole(9, 24)).map((day) =>
      outgoing({
        day: at(day, random),
        amount: random.amount(8, 140),
        method: 'transfer',
        description: random.pick(['Dinner', 'Tickets', 'Shared trip', 'Birthday']),
        channel: 'mobile',
        counterparty: { name: random.pick(FRIENDS), country, type: 'individual' },
      }),
    ),
  ];
}

const FRIENDS = ['Sam Wintergale', 'Noor Hazelwick', 'Alex Tannenbrook', 'Robin Lacquerie', 'Kim Sandoverra'];

const supplies = (country: string, random: SeededRandom, min: number, max: number): Movement[] =>
  days(() => random.whole(3, 6)).map((day) =>
    outgoing({
      day: at(day, random),
      amount: random.amount(min, max),
      method: 'wire',
      description: 'Goods',
      counterparty: { name: `${random.pick(CLIENTS)} Supplies`, country, type: 'corporate' },
    }),
  );

function payroll(country: string, index: number, random: SeededRandom, people: number): Movement[] {
  const payday = 24 + (index % 5);
  return Array.from({ length: people }, (_, person) => {
    const amount = random.amount(1_500, 2_400);
    return months(payday).map((day) =>
      outgoing({
        day: day + 0.4 + person / 100,
        amount,
        method: 'transfer',
        description: 'Salary',
        counterparty: { name: `Employee ${person + 1}`, country, type: 'individual' },
      }),
    );
  }).flat();
}
