import { randomUUID } from 'node:crypto';
import type { Database } from '@probity/persistence/database';
import { ROLES } from '@probity/persistence/roles';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { DEFAULT_SETTINGS } from '../settings/default-settings';
import { ScreeningMeasurements } from './screening-measurements';

let test: TestDatabase;
let office: Database;
let tenant: string;
let customer: string;
beforeAll(async () => {
  test = await createTestDatabase();
  office = await test.as(ROLES.backOffice);
});
afterAll(() => test.drop());
beforeEach(async () => {
  tenant = randomUUID();
  customer = await addCustomer();
});

async function addCustomer(restricted = false): Promise<string> {
  const id = randomUUID();
  await test.owner.query(
    `INSERT INTO customer_risk.customers
       (id, tenant_id, profile, email_key, customer_type, kyc_status, created_at, updated_at, revision, restricted_at)
     VALUES ($1::uuid, $2, '{}', $1::text, 'individual', 'verified', now(), now(), 0, $3)`,
    [id, tenant, restricted ? new Date() : null],
  );
  return id;
}

interface Decided {
  /** dismissed, or a resolution */
  outcome?: string;
  customer?: string;
  entry?: object;
  evidence?: object;
  reopens?: string;
}

const ENTRY = {
  list: 'ofac-sdn',
  id: '1',
  schema: 'Person',
  topics: ['sanction'],
  names: [{ name: 'Ivan Petrov', quality: 'primary' }],
  birth_dates: [],
  countries: ['RU'],
  identifiers: [],
  programs: [],
};
const SUBJECT = { schema: 'Person', names: ['Ivan Petrov'] };

let day = 0;
async function decided(given: Decided = {}): Promise<string> {
  const { outcome = 'dismissed', entry, reopens = null } = given;
  const evidence = given.evidence ?? {
    subject: { ...SUBJECT, countries: ['FR'] },
    subject_role: 'customer',
    entry: { ...ENTRY, ...entry },
    score: 0.9,
    threshold: 0.7,
  };
  const id = randomUUID();
  await test.owner.query(
    `INSERT INTO customer_risk.alerts (id, tenant_id, customer_id, source, alert_type, severity, title, trigger_ref,
       metadata, evidence, status, resolution, decisions, created_at, updated_at, revision, decided_at, reopens)
     VALUES ($1, $2, $3, 'screening', 't', 'high', '', '', '{}', $4, $5, $6, '[]', $7, $7, 0, $7, $8)`,
    [
      ...[id, tenant, given.customer ?? customer, JSON.stringify(evidence)],
      ...[outcome === 'dismissed' ? 'dismissed' : 'resolved', outcome === 'dismissed' ? null : outcome],
      ...[new Date(Date.UTC(2026, 0, 1, 0, 0, day++)), reopens],
    ],
  );
  return id;
}

const measure = (proposal = {}, max?: number) => new ScreeningMeasurements(office).measure(tenant, proposal, max);

it('scores decided alerts again and says what a threshold saves and loses', async () => {
  await decided();
  const lost = await decided({ outcome: 'confirmed_match' });
  await decided({ entry: { list: 'un-sc', countries: ['FR'] } });
  expect(await measure({ threshold: 0.95 })).toMatchObject({
    threshold: 0.95,
    measured: 3,
    total: { confirmed: 1, false: 2, saved: 1, lost: 1, precision: 0.3333, proposed_precision: 0 },
    by_list: [
      { list: 'ofac-sdn', saved: 1, lost: 1 },
      { list: 'un-sc', saved: 0, lost: 0 },
    ],
    by_kind: [{ kind: 'person', confirmed: 1, false: 2 }],
    lost_alerts: [lost],
  });
});

it('measures rules and weights; without a proposal, the settings of today', async () => {
  await decided();
  await decided({ entry: { list: 'un-sc' } });
  expect((await measure()).total).toMatchObject({ false: 2, saved: 0 });
  const rules = await measure({ thresholds: [{ list: 'un-sc', subject: 'customer', kind: 'person', threshold: 1 }] });
  expect(rules).toMatchObject({ threshold: 0.7, total: { saved: 1 } });
  const weights = { other_country: -0.4 };
  expect(await measure({ weights })).toMatchObject({ weights, total: { saved: 2 } });
});

it('uses the rules of the settings, unless one threshold for all is proposed', async () => {
  await decided();
  const screening = { ...DEFAULT_SETTINGS.screening, thresholds: [{ threshold: 1 }] };
  await test.owner.query(
    "INSERT INTO back_office.tenants (id, slug, name, created_at, revision) VALUES ($1, $2, 'T', now(), 0)",
    [tenant, `t-${tenant}`],
  );
  await test.owner.query("INSERT INTO back_office.compliance_settings VALUES ($1, 1, $2, 'because', 'Ada', now())", [
    tenant,
    JSON.stringify({ ...DEFAULT_SETTINGS, screening }),
  ]);
  expect(await measure()).toMatchObject({ thresholds: [{ threshold: 1 }], total: { saved: 1 } });
  expect(await measure({ threshold: 0.7 })).toMatchObject({ thresholds: [], total: { saved: 0 } });
});

it('says which decided alerts it leaves out', async () => {
  const first = await decided();
  await decided({ outcome: 'confirmed_match', reopens: first });
  await decided({ outcome: 'handled' });
  await decided({ evidence: {} });
  await decided({ customer: await addCustomer(true) });
  expect(await measure()).toMatchObject({
    measured: 1,
    total: { confirmed: 1, false: 0 },
    left_out: { undecided: 1, reopened: 1, restricted: 1, without_evidence: 1, older: 0 },
  });
});

it('reads the newest decisions up to a number, and counts the older ones', async () => {
  const [oldest] = [await decided({ outcome: 'confirmed_match' })];
  for (let n = 0; n < 120; n++) await decided();
  const some = await measure({ threshold: 1 }, 110);
  expect(some).toMatchObject({ measured: 110, left_out: { older: 11 }, lost_alerts: [] });
  expect(await measure({ threshold: 1 })).toMatchObject({ measured: 121, lost_alerts: [oldest] });
});

it('sees no alert of another tenant', async () => {
  await decided();
  expect(await new ScreeningMeasurements(office).measure(randomUUID(), {})).toMatchObject({ measured: 0 });
});
