import { restoredTables } from '../docs/restored-tables';
import type { FilledProduct } from './filled-product';
import { deleteOne, emptyTables, moveOne, shiftTimes } from './tampered-tables';

/** With EventStoreDB, what differs is looked at again for ten seconds for each kind of object: only some are changed. */
const ON_STAND_IN = [
  'customer_risk.customers',
  'ledger.accounts',
  'pipeline.watchlist_entries',
  'customer_risk.claims',
];

/** Of these, a rebuild only adds rows that are missing. */
const ONLY_COMPLETED = [
  'back_office.tenant_slugs',
  'back_office.staff_emails',
  'back_office.staff_identities',
  'customer_risk.claims',
  'customer_risk.event_effects',
  'customer_risk.provider_signals',
  'customer_risk.risk_history',
  'ledger.account_codes',
  'pipeline.inbox',
  'pipeline.processed_events',
];
/** A rebuild does not change signing keys that differ, computes the nodes of trees, and counts with outcomes. */
const LEFT = ['ledger.tree_nodes', 'ledger.signing_keys', 'pipeline.subjects', 'pipeline.shadow_hits'];
/** The columns of these are their keys, or no time. */
const WITHOUT_TIMES: Record<string, string | undefined> = {
  'back_office.currencies': "name = name || '!'",
  'back_office.staff_roles': undefined,
  'customer_risk.search_terms': undefined,
  'ledger.entries': 'debit = debit + 1',
};

/** @param verified by a verification before anything was changed */
export function verifiesWhatIsUsed(verified: () => any): void {
  it('is verified: no difference in a product that was used', () => {
    expect(verified()).toMatchObject({ done: true, tables: [], first_unprojected: [] });
    expect(verified()).toMatchObject({ verified: true, differences: 0, unprojected: 0 });
    expect(verified().streams).toBeGreaterThan(200);
    expect(verified().erased).toBeLessThan(verified().streams / 5);
  });
}

export function verifiesWhatIsChanged(product: () => FilledProduct, onStandIn: boolean): void {
  it('reports what a rebuild would change in each table, and changes nothing; a rebuild corrects it', async () => {
    const restored = [...restoredTables('rebuild'), ...restoredTables('rebuild --all')];
    const all = restored.filter((table) => !LEFT.includes(table) && !table.endsWith('.audit_events'));
    const empty = await emptyTables(product().owner, all);
    expect(empty).toEqual(['pipeline.scorer_rescreenings', 'pipeline.watchlist_recorded_entries']);
    const tables = onStandIn ? ON_STAND_IN : all.filter((table) => !empty.includes(table));
    const replaced = tables.filter((table) => !ONLY_COMPLETED.includes(table));
    const completed = tables.filter((table) => ONLY_COMPLETED.includes(table));
    for (const table of replaced) await shiftTimes(product().owner, table, WITHOUT_TIMES);
    for (const table of replaced) await moveOne(product().owner, table);
    for (const table of completed) await deleteOne(product().owner, table);

    const found = await product().verifyAll();
    expect(found).toMatchObject({ verified: false, done: true });
    const problems = (table: string) => {
      const { changed = 0, missing = 0, unexplained = 0 } = found.tables.find((one: any) => one.table === table) ?? {};
      return { table, changed: changed > 0, missing: missing > 0, unexplained: unexplained > 0 };
    };
    const hasOneRow = async (table: string) =>
      (await product().owner.query(`SELECT FROM ${table} LIMIT 2`)).rowCount === 1;
    for (const table of replaced) {
      const isChanged = !(await hasOneRow(table)) && !(table in WITHOUT_TIMES && WITHOUT_TIMES[table] === undefined);
      expect(problems(table)).toEqual({ table, changed: isChanged, missing: true, unexplained: true });
    }
    for (const table of completed)
      expect(problems(table)).toEqual({ table, changed: false, missing: true, unexplained: false });
    for (const { first } of found.tables) expect(first.length).toBeGreaterThan(0);

    if (!onStandIn) expect((await product().verifyAll()).differences).toBe(found.differences);
    // The first rebuild deletes rows without events in the end, and one of them has the email of a customer.
    await product().rebuildAll();
    expect(await product().rebuildAll()).toMatchObject({ failed: 0, done: true });
    expect(await product().verifyAll()).toMatchObject({ verified: true, tables: [] });
  });
}
