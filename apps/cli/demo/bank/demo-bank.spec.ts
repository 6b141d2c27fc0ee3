import { demoBank } from './demo-bank';

const NOW = new Date('2026-11-25T10:00:00.000Z');
const DAY_MS = 86_400_000;
const SIZE = 20_000;
const bank = demoBank(1, NOW, SIZE);
const transactions = bank.customers.flatMap(({ transactions: own }) => own);

it('has 200 customers and 20,000 transactions, each with an id of its own', () => {
  expect(bank.customers).toHaveLength(200);
  expect(transactions).toHaveLength(SIZE);
  expect(new Set(transactions.map(({ transaction_id }) => transaction_id)).size).toBe(SIZE);
  for (const field of ['email', 'external_id'] as const) {
    expect(new Set(bank.customers.map(({ body }) => body[field])).size).toBe(200);
  }
});

it('is the same for the same seed, and another one for another seed', () => {
  expect(JSON.stringify(demoBank(1, NOW, SIZE))).toBe(JSON.stringify(bank));
  const names = ({ customers }: typeof bank) => customers.map(({ body }) => body.full_name ?? body.business_name);
  expect(names(demoBank(2, NOW, SIZE))).not.toEqual(names(bank));
});

it('has the same people and amounts on another day', () => {
  const later = demoBank(1, new Date(NOW.getTime() + 3 * DAY_MS), SIZE);
  expect(later.customers.map(({ body }) => body.email)).toEqual(bank.customers.map(({ body }) => body.email));
  const amounts = ({ customers }: typeof bank) =>
    customers.flatMap(({ transactions: own }) => own.map(({ amount }) => amount));
  expect(amounts(later).join()).toBe(amounts(bank).join());
});

it('has transactions of the last 90 days in the order of time, and few that are older', () => {
  for (const { transactions: own } of bank.customers) {
    const times = own.map(({ occurred_at }) => occurred_at);
    expect(times.join()).toBe(times.toSorted().join());
  }
  const begin = '2026-08-27';
  const older = transactions.filter(({ occurred_at }) => occurred_at < begin);
  expect(older.length).toBeGreaterThan(0);
  expect(older.length).toBeLessThan(30);
  expect(transactions.every(({ occurred_at }) => occurred_at < NOW.toISOString())).toBe(true);
});

it('has no transaction of a customer before the relationship began', () => {
  for (const { body, transactions: own } of bank.customers) {
    expect(own[0]!.occurred_at.slice(0, 10) >= body.customer_since).toBe(true);
  }
});

it('has amounts that the API takes: above zero, with two decimals', () => {
  const wrong = transactions.filter(({ amount }) => amount <= 0 || Math.round(amount * 100) / 100 !== amount);
  expect(wrong).toEqual([]);
});

it('has email addresses of domains that do not exist', () => {
  for (const { body } of bank.customers) expect(body.email).toMatch(/^[a-z0-9.]+@[a-z0-9.]+\.example$/);
});

it('has a list of its own on which some customers are', () => {
  const names = new Set(bank.customers.map(({ body }) => body.full_name));
  const listed = bank.entries.flatMap((entry) =>
    entry.names.map((name) => (typeof name === 'string' ? name : name.name)),
  );
  expect(new Set(bank.entries.map(({ id }) => id)).size).toBe(bank.entries.length);
  expect(listed.filter((name) => names.has(name)).length).toBeGreaterThan(10);
});
