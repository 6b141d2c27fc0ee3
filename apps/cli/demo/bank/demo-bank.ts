import { type CustomerBody, type DemoCustomer } from './customer';
import { demoCustomers } from './customers';
import { type ListEntry, ownList } from './own-list';
import { SeededRandom } from './random';
import { DAYS, routine } from './routine';
import { SCHEMES } from './schemes';
import { cardPayment, type Movement } from './transaction';

const DAY_MS = 86_400_000;

/** The payload of a transaction event. */
export interface Transaction extends Omit<Movement, 'day'> {
  transaction_id: string;
  account_ref: string;
  currency: 'USD';
  occurred_at: string;
}

export interface DemoBank {
  entries: ListEntry[];
  /** each with its transactions in the order of time */
  customers: { body: CustomerBody; transactions: Transaction[] }[];
}

/**
 * A bank of invented customers with their transactions of the 90 days before today, and a few older ones of accounts
 * that were dormant. The same seed gives the same people, amounts and patterns; the times count back from `now`.
 *
 * @param size how many transactions there are, at least about 8,500
 */
export function demoBank(seed: number, now: Date, size: number): DemoBank {
  const customers = demoCustomers(seed, now);
  const movements = customers.map((customer) => ownMovements(customer, seed));
  fillUp(customers, movements, seed, size);
  return {
    entries: ownList(seed, customers),
    customers: customers.map(({ body }, index) => ({ body, transactions: dated(body, movements[index]!, now) })),
  };
}

function ownMovements(customer: DemoCustomer, seed: number): Movement[] {
  const random = new SeededRandom(seed, 3, customer.index);
  const lives = customer.schemes.includes('dormant') ? [] : routine(customer, random);
  const movements = [...lives, ...customer.schemes.flatMap((scheme) => SCHEMES[scheme](customer, random))];
  return movements.filter(({ day }) => day < DAYS);
}

/** Adds payments by card until the bank has the size, most of them of people who pay that way. */
function fillUp(customers: DemoCustomer[], movements: Movement[][], seed: number, size: number): void {
  const random = new SeededRandom(seed, 4);
  const payers = customers.filter(({ life, schemes }) => !(life in FEW_CARDS) && !schemes.includes('dormant'));
  let missing = size - movements.reduce((total, { length }) => total + length, 0);
  for (; missing > 0; missing--) {
    const customer = random.pick(payers);
    movements[customer.index]!.push(cardPayment(customer, random.whole(customer.firstDay, DAYS - 1), random));
  }
}

const FEW_CARDS = { shop: true, trader: true };

function dated({ external_id, account_refs }: CustomerBody, movements: Movement[], now: Date): Transaction[] {
  const midnight = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  const begin = midnight - DAYS * DAY_MS;
  return movements
    .toSorted((one, other) => one.day - other.day)
    .map(({ day, ...movement }, index) => ({
      transaction_id: `${external_id}-${String(index + 1).padStart(3, '0')}`,
      account_ref: account_refs[0]!,
      currency: 'USD',
      occurred_at: new Date(begin + day * DAY_MS).toISOString(),
      ...movement,
    }));
}
