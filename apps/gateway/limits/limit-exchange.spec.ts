import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import type { Sql } from '@probity/persistence/database';
import { ROLES } from '@probity/persistence/roles';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { LimitExchange } from './limit-exchange';
import { type Caller, RequestLimits } from './request-limits';

const LOGGER = pino({ level: 'silent' });
/** So slow that the time that a test takes adds no request. */
const LIMITS = { requests_per_second: 1, request_burst: 100, concurrent_requests: 10 };

interface Gateway {
  limits: RequestLimits;
  exchange: LimitExchange;
}

let database: TestDatabase;
let sql: Sql;
let outage: Error | undefined;
let tenantId: string;
beforeAll(async () => {
  database = await createTestDatabase();
  const gateway = await database.as(ROLES.gateway);
  sql = {
    query: (text, values) => (outage ? Promise.reject(outage) : gateway.query(text, values)),
  };
});
afterAll(() => database.drop());

const started: Gateway[] = [];
beforeEach(async () => {
  tenantId = randomUUID();
  await database.owner.query(
    "INSERT INTO back_office.tenants (id, slug, name, created_at, revision) VALUES ($1, $2, 'Test', now(), 0)",
    [tenantId, `t-${tenantId}`],
  );
});
afterEach(async () => {
  outage = undefined;
  for (const { exchange } of started.splice(0)) await exchange.stop();
});

/** A gateway that has seen the others. */
async function newGateway(): Promise<Gateway> {
  const limits = new RequestLimits();
  limits.setLimits(tenantId, { version: 1, limits: LIMITS });
  const gateway = { limits, exchange: new LimitExchange(randomUUID(), sql, limits, LOGGER) };
  started.push(gateway);
  for (const one of [...started, gateway]) await one.exchange.round();
  return gateway;
}

const caller = (): Caller => ({ tenantId, slug: tenantId, keyId: tenantId.slice(0, 16), allowedAddresses: null });

/** Sends requests that end at once; returns how many are admitted. */
function admitted({ limits }: Gateway, count: number): number {
  return Array.from({ length: count }, () => {
    const { refused, end } = limits.admit(caller());
    end();
    return refused;
  }).filter((refused) => !refused).length;
}

const exchangeAll = async (): Promise<void> => {
  for (const { exchange } of [...started, ...started]) await exchange.round();
};

describe('gateways', () => {
  it('share one limit', async () => {
    const [one, two, three] = [await newGateway(), await newGateway(), await newGateway()];
    expect(admitted(one, 40) + admitted(two, 30)).toBe(70);
    await exchangeAll();
    expect(admitted(three, 100)).toBe(30);
    await exchangeAll();
    expect([admitted(one, 10), admitted(two, 10)]).toEqual([0, 0]);
  });

  it('admit at most one burst each before they exchange', async () => {
    const [one, two] = [await newGateway(), await newGateway()];
    expect(admitted(one, 500) + admitted(two, 500)).toBe(200);
    await exchangeAll();
    const wait = one.limits.admit(caller()).refused!.retryAfter;
    expect(wait).toBeGreaterThan(95); // what was too much is paid back at the average rate
    expect(wait).toBeLessThanOrEqual(101);
  });

  it('charge the same requests only once', async () => {
    const [one, two] = [await newGateway(), await newGateway()];
    admitted(one, 40);
    for (let rounds = 0; rounds < 5; rounds++) await exchangeAll();
    expect(admitted(two, 100)).toBe(60);
  });

  it('share the concurrency, and each may always use its even share', async () => {
    const [one, two] = [await newGateway(), await newGateway()];
    const running = Array.from({ length: 7 }, () => one.limits.admit(caller()));
    expect(running.filter(({ refused }) => !refused)).toHaveLength(7);
    await exchangeAll();
    const here = Array.from({ length: 10 }, () => two.limits.admit(caller()));
    expect(here.filter(({ refused }) => !refused)).toHaveLength(5);
  });

  it('apply the whole limit on their own while Postgres does not respond, and share it again afterwards', async () => {
    const [one, two] = [await newGateway(), await newGateway()];
    admitted(one, 10);
    await exchangeAll();
    outage = new Error('no database');
    await expect(one.exchange.round()).rejects.toThrow('no database');
    await expect(two.exchange.round()).rejects.toThrow('no database');
    expect(admitted(one, 100) + admitted(two, 100)).toBe(180);
    outage = undefined;
    await exchangeAll(); // what was admitted meanwhile is not charged
    await database.owner.query('SELECT 1');
    expect(two.limits.admit(caller()).refused!.retryAfter).toBe(1);
  });

  it('take over a changed limit of a tenant that is sending requests', async () => {
    const one = await newGateway();
    expect(admitted(one, 500)).toBe(100);
    await database.owner.query('INSERT INTO back_office.tenant_limits VALUES ($1, 2, $2, now())', [
      tenantId,
      JSON.stringify({ ...LIMITS, request_burst: 150 }),
    ]);
    await one.exchange.round();
    expect(admitted(one, 500)).toBe(50);
  });

  it('forget a tenant that sends nothing for a while, and count on from there', async () => {
    const [one, two] = [await newGateway(), await newGateway()];
    admitted(one, 20);
    for (let rounds = 0; rounds < 12; rounds++) await exchangeAll();
    expect(one.limits.active.size).toBe(0);
    admitted(one, 30);
    await exchangeAll();
    expect(admitted(two, 100)).toBe(50);
  });
});
