import { createTestDatabase, type TestDatabase } from '../../testing/test-database';
import { PAGE, restoredTables, tablesOfPage } from './restored-tables';
import { namesOf } from '@probity/event-store/verification/on-copies';
import { PROJECTIONS as LEDGER } from '../../apps/ledger/projections';
import { PROJECTIONS as BACK_OFFICE } from '../../apps/back-office/projections';
import { PROJECTIONS as CUSTOMER_RISK } from '../../apps/customer-risk/projections';
import { PROJECTIONS as PIPELINE } from '../../apps/pipeline/projections';
import { PROJECTIONS as WEBHOOKS } from '../../apps/webhook-dispatcher/projections';

/** They are completed, not compared: what only they have, such as turns, is in no event. */
const ACCEPTED_EVENTS = ['pipeline.inbox', 'pipeline.processed_events', 'pipeline.shadow_hits', 'pipeline.subjects'];

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

describe(PAGE, () => {
  it('has every table of the database once, in order', async () => {
    const { rows: tables } = await test.owner.query<{ name: string }>(`
      SELECT table_schema || '.' || table_name AS name FROM information_schema.tables
      WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')
      ORDER BY table_schema COLLATE "C", table_name COLLATE "C"`);
    expect(tablesOfPage.map(({ table }) => table)).toEqual(tables.map(({ name }) => name));
  });

  it('says why nothing restores a table', () => {
    const unexplained = tablesOfPage.filter(({ restoredBy, notes }) => restoredBy === 'nothing' && notes === '');
    expect(unexplained).toEqual([]);
  });

  it('names the tables that `rebuild --all` rebuilds', () => {
    const tables = [...BACK_OFFICE, ...CUSTOMER_RISK, ...PIPELINE, ...WEBHOOKS].flatMap(({ tables: of, audit }) => [
      ...(of === undefined ? [] : namesOf(of)),
      ...(audit === undefined ? [] : [`${audit.trail.schema}.audit_events`]),
    ]);
    tables.push(...ACCEPTED_EVENTS);
    const always = new Set(restoredTables('rebuild'));
    expect(restoredTables('rebuild --all')).toEqual([...new Set(tables)].filter((table) => !always.has(table)).sort());
  });

  it('names the tables that `verify --all` does not compare', () => {
    const all = [...BACK_OFFICE, ...LEDGER, ...CUSTOMER_RISK, ...PIPELINE, ...WEBHOOKS];
    const compared = all.flatMap(({ tables, ownTables, audit }) => [
      ...[tables, ownTables].flatMap((of) => (of === undefined ? [] : namesOf(of))),
      ...(audit === undefined ? [] : [`${audit.trail.schema}.audit_events`]),
    ]);
    const restored = [...restoredTables('rebuild'), ...restoredTables('rebuild --all')];
    expect(restored.filter((table) => !compared.includes(table))).toEqual(['ledger.tree_nodes', ...ACCEPTED_EVENTS]);
    expect(compared.filter((table) => !restored.includes(table))).toEqual([]);
  });
});
