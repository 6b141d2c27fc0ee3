import { randomUUID } from 'node:crypto';
import type { Database } from '@probity/persistence/database';
import { ROLES } from '@probity/persistence/roles';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { rangesOf } from './alert-days';
import { InsightQueries } from './insight-queries';
import { RuleInsightQueries } from './rule-insight-queries';

const NOW = new Date('2026-06-30T12:00:00.000Z');
const JANE = randomUUID();

let test: TestDatabase;
let office: Database;
let tenant: string;
beforeAll(async () => {
  test = await createTestDatabase();
  office = await test.as(ROLES.backOffice);
});
afterAll(() => test.drop());
beforeEach(() => {
  tenant = randomUUID();
});

interface Alert {
  raised: string;
  severity?: string;
  rule?: string;
  list?: string;
  /** when and how: dismissed, or a resolution */
  decided?: [at: string, outcome: string];
  assignee?: string;
}

async function alert({ raised, severity = 'high', rule, list, decided, assignee }: Alert): Promise<void> {
  const [at, outcome] = decided ?? [null, null];
  await test.owner.query(
    `INSERT INTO customer_risk.alerts (id, tenant_id, customer_id, source, alert_type, severity, title, trigger_ref,
       metadata, list, rule_id, evidence, status, resolution, decisions, created_at, updated_at, revision, decided_at,
       decided_by, decided_by_id, assignee_id, assignee)
     VALUES (gen_random_uuid(), $1, gen_random_uuid(), $2, 't', $3, '', '', '{}', $4, $5, '{}', $6, $7, '[]', $8, $8, 0,
       $9, $10, $11, $12, $13)`,
    [
      ...[tenant, list === undefined ? 'monitoring' : 'screening', severity, list, rule],
      outcome === null ? 'open' : outcome === 'dismissed' ? 'dismissed' : 'resolved',
      outcome === 'dismissed' ? null : outcome,
      ...[raised, at, at && 'Jane', at && JANE, assignee, assignee && 'Jane'],
    ],
  );
}

const insights = (from = '2026-06-01', to = '2026-06-30') => new InsightQueries(office).insights(tenant, from, to, NOW);

it('counts what was raised and decided in the period, by day', async () => {
  await alert({ raised: '2026-05-31T23:59:59.999Z', decided: ['2026-06-01T00:00:00.000Z', 'dismissed'] });
  await alert({ raised: '2026-06-02T10:00:00.000Z', decided: ['2026-06-02T10:05:00.000Z', 'confirmed_match'] });
  await alert({ raised: '2026-06-30T11:00:00.000Z', list: 'ofac-sdn' });
  await alert({ raised: '2026-07-01T00:00:00.000Z' });
  expect(await insights()).toMatchObject({
    raised: [
      { day: '2026-06-02', source: 'monitoring', alerts: 1 },
      { day: '2026-06-30', source: 'screening', alerts: 1 },
    ],
    decided: [
      { day: '2026-06-01', outcome: 'dismissed', alerts: 1 },
      { day: '2026-06-02', outcome: 'confirmed_match', alerts: 1 },
    ],
  });
});

it('says how many decisions of each rule and list dismissed the alert', async () => {
  const rule = randomUUID();
  await test.owner.query(
    `INSERT INTO pipeline.monitoring_rules (id, tenant_id, version, mode, definition, created_at, updated_at, revision)
     VALUES ($1, $2, 1, 'active', '{"name": "Large"}', now(), now(), 0)`,
    [rule, tenant],
  );
  for (const outcome of ['dismissed', 'dismissed', 'handled']) {
    await alert({ raised: '2026-06-02T10:00:00.000Z', rule, decided: ['2026-06-03T10:00:00.000Z', outcome] });
  }
  await alert({ raised: '2026-06-02T10:00:00.000Z', rule });
  await alert({ raised: '2026-06-02T10:00:00.000Z', list: 'un-sc', decided: ['2026-06-03T10:00:00.000Z', 'reported'] });
  expect(await insights()).toMatchObject({
    rules: [{ rule_id: rule, name: 'Large', raised: 4, decided: 3, dismissed: 2 }],
    lists: [{ list: 'un-sc', raised: 1, decided: 1, dismissed: 0 }],
  });
});

it('has the median and the ninth of ten times to a decision of each severity', async () => {
  for (let minutes = 1; minutes <= 10; minutes++) {
    const at = new Date(Date.parse('2026-06-02T10:00:00.000Z') + minutes * 60_000).toISOString();
    await alert({ raised: '2026-06-02T10:00:00.000Z', severity: 'low', decided: [at, 'dismissed'] });
  }
  await alert({ raised: '2026-06-02T10:00:00.000Z', decided: ['2026-06-04T22:00:00.000Z', 'dismissed'] });
  expect((await insights()).times).toEqual([
    { severity: 'high', decided: 1, median_minutes: 4_320, p90_minutes: 4_320 },
    { severity: 'low', decided: 10, median_minutes: 5, p90_minutes: 9 },
  ]);
});

it('shows what waits now, and who has it', async () => {
  await alert({ raised: '2026-01-01T00:00:00.000Z', assignee: JANE });
  await alert({ raised: '2026-06-30T11:59:00.000Z', assignee: JANE });
  await alert({ raised: '2026-06-30T11:59:00.000Z', severity: 'low' });
  await alert({ raised: '2026-06-29T10:00:00.000Z', decided: ['2026-06-30T10:00:00.000Z', 'handled'] });
  const { people, waiting } = await insights();
  expect(people).toEqual([{ account_id: JANE, name: 'Jane', decided: 1, assigned: 2, overdue: 1 }]);
  expect(waiting).toEqual([
    { severity: 'critical', active: 0, unassigned: 0, overdue: 0 },
    { severity: 'high', active: 2, unassigned: 0, overdue: 1 },
    { severity: 'medium', active: 0, unassigned: 0, overdue: 0 },
    { severity: 'low', active: 1, unassigned: 1, overdue: 0 },
  ]);
});

it('counts a day that is over once, and today always', async () => {
  await alert({ raised: '2026-06-29T10:00:00.000Z' });
  await alert({ raised: '2026-06-30T10:00:00.000Z' });
  const before = (await insights()).raised;
  await alert({ raised: '2026-06-29T10:00:00.000Z' });
  await alert({ raised: '2026-06-30T10:00:00.000Z' });
  expect([before, (await insights()).raised].map((days) => days.map(({ alerts }) => alerts))).toEqual([
    [1, 1],
    [1, 2],
  ]);
});

it('counts the alerts of another tenant in no figure', async () => {
  await alert({ raised: '2026-06-29T10:00:00.000Z', assignee: JANE });
  tenant = randomUUID();
  expect(await insights()).toMatchObject({ raised: [], decided: [], rules: [], lists: [], times: [], people: [] });
});

it('divides the days to count into short ranges', () => {
  const days = Array.from({ length: 20 }, (_, n) => new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10));
  expect(rangesOf([...days, '2026-03-01'])).toEqual([
    ['2026-01-01', '2026-01-17'],
    ['2026-01-17', '2026-01-21'],
    ['2026-03-01', '2026-03-02'],
  ]);
});

it('counts what each rule of a page found, also in shadow mode', async () => {
  const [rule, other] = [randomUUID(), randomUUID()];
  for (const [index, id] of [rule, other].entries()) {
    await test.owner.query(
      `INSERT INTO pipeline.monitoring_rules (id, tenant_id, version, mode, definition, created_at, updated_at, revision)
       VALUES ($1, $2, 1, 'active', '{"name": "R"}', $3, $3, 0)`,
      [id, tenant, new Date(index)],
    );
  }
  await alert({ raised: '2026-06-02T10:00:00.000Z', rule, decided: ['2026-06-03T10:00:00.000Z', 'handled'] });
  await alert({ raised: '2026-06-02T10:00:00.000Z', rule, decided: ['2026-06-03T10:00:00.000Z', 'dismissed'] });
  await alert({ raised: '2026-06-02T10:00:00.000Z', rule });
  await alert({ raised: '2026-01-02T10:00:00.000Z', rule });
  const [customer, events] = [randomUUID(), [randomUUID(), randomUUID()]];
  for (const event of events) {
    await test.owner.query(
      `INSERT INTO pipeline.shadow_hits (rule_id, event_id, tenant_id, version, customer_id, at)
       VALUES ($1, $2, $3, 1, $4, '2026-06-02')`,
      [other, event, tenant, customer],
    );
  }
  const queries = new RuleInsightQueries(office);
  const page = { limit: 10, offset: 0 };
  expect(await queries.figures(tenant, page, {}, new Date('2026-06-01'))).toEqual([
    { rule_id: rule, alerts: 3, decided: 2, confirmed: 1, shadow_hits: 0, shadow_customers: 0 },
    { rule_id: other, alerts: 0, decided: 0, confirmed: 0, shadow_hits: 2, shadow_customers: 1 },
  ]);
  expect((await queries.shadowHits(tenant, other, page)).map(({ event_id }) => event_id).sort()).toEqual(events.sort());
  expect(await queries.shadowHits(randomUUID(), other, page)).toEqual([]);
});
