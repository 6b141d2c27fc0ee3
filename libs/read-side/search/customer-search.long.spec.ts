import { randomUUID } from 'node:crypto';
import type { Database } from '@probity/persistence/database';
import { ROLES } from '@probity/persistence/roles';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { CustomerSearch } from './customer-search';

const CUSTOMERS = 200_000;
const ROUNDS = 15;
const TARGET_P95_MS = 300;

const FIRST = 'maria ivan ana john li wei ahmed olga pedro fatima sven yuki chen lena omar nina paul eva max zoe'.split(
  ' ',
);
/** Common names are ten times as frequent as rare ones. */
const NAMES = `
  INSERT INTO customer_risk.customers (id, tenant_id, email_key, external_id, customer_type, kyc_status, risk_rating,
    profile, created_at, updated_at, revision, search_version)
  SELECT gen_random_uuid(), $1, 'c' || n || '@example.com', 'CRM-' || n, 'individual', 'approved', 'low',
    json_build_object('email', 'c' || n || '@example.com',
      'full_name', ($2::text[])[1 + floor(random() * random() * 20)] || ' ' || translate(
        to_hex(floor(random() * random() * 40000)::int + 4096), '0123456789abcdef', 'aeioubcdfgklmnrs'),
      'account_refs', json_build_array('acc-' || n)),
    now(), now(), 0, 1
  FROM generate_series(1, $3::int) n`;
const TERMS = `
  INSERT INTO customer_risk.search_terms
  SELECT c.tenant_id, term, c.id FROM customer_risk.customers c, LATERAL (
    SELECT unnest(string_to_array(c.profile->>'full_name', ' ')) UNION SELECT c.profile->>'email'
    UNION SELECT lower(c.external_id) UNION SELECT c.profile->'account_refs'->>0) t (term)
  WHERE c.tenant_id = $1`;

const TEXTS = [
  ...['m', 'a', 'ma', 'mar', 'maria', 'iv', 'olga', 'zo', 'xq'],
  ...['a m', 'm a', 'ma be', 'maria ab', 'be ma', 'ivan c d', 'maria q', 'a b c d'],
  ...['c1', 'c199', 'c1999@example', 'crm-1234', 'acc-77', 'crm', '!!'],
];

describe('a search among 200,000 customers', () => {
  let test: TestDatabase;
  let database: Database;
  const tenantId = randomUUID();
  beforeAll(async () => {
    test = await createTestDatabase();
    await test.owner.query(NAMES, [tenantId, FIRST, CUSTOMERS]);
    await test.owner.query(TERMS, [tenantId]);
    // The test Postgres commits without waiting for its log; VACUUM marks no page whose commit is not written yet.
    await test.owner.query('CHECKPOINT');
    await test.owner.query('VACUUM ANALYZE customer_risk.customers');
    await test.owner.query('VACUUM ANALYZE customer_risk.search_terms');
    database = await test.as(ROLES.backOffice);
  }, 300_000);
  afterAll(() => test.drop());

  it(`takes less than ${TARGET_P95_MS} ms at p95, whatever the text`, async () => {
    const search = new CustomerSearch(database);
    const slowest: [string, number][] = [];
    const times: number[] = [];
    for (const text of TEXTS) {
      const ofText: number[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        const begun = performance.now();
        await search.find(tenantId, text, { limit: 51, offset: 0 });
        ofText.push(performance.now() - begun);
      }
      times.push(...ofText);
      slowest.push([text, p95(ofText)]);
    }
    slowest.sort(([, a], [, b]) => b - a);
    console.log(`p95 ${p95(times).toFixed(1)} ms; slowest texts: ${JSON.stringify(slowest.slice(0, 6))}`);
    expect(p95(times)).toBeLessThan(TARGET_P95_MS);
    expect(await search.find(tenantId, 'c1999@ex', { limit: 5, offset: 0 })).toMatchObject([
      { email: 'c1999@example.com' },
    ]);
  }, 120_000);
});

function p95(times: number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length * 0.95)]!;
}
