import { randomBytes } from 'node:crypto';
import { first, lastValueFrom } from 'rxjs';
import { closeCase } from '@probity/contracts/cases/commands';
import { eraseCustomer, requestErasure } from '@probity/contracts/erasure/commands';
import { rebuildCustomerProjections, verifyCustomerProjections } from '@probity/contracts/projections/commands';
import type { ReadSideVerification } from '@probity/contracts/projections/verification';
import { newId } from '@probity/platform/ids';
import { BY, FileSender, THREE_PARTS } from '../testing/case-files';
import { type CustomerRiskFixture, startCustomerRiskFixture } from '../testing/customer-risk-fixture';
import { aScreeningAlert } from '../testing/examples';

let service: CustomerRiskFixture;
beforeAll(async () => {
  service = await startCustomerRiskFixture();
});
afterAll(() => service.stop());

const verify = (): Promise<ReadSideVerification> =>
  lastValueFrom(service.commands.progress(verifyCustomerProjections, {}));
const rebuild = () => lastValueFrom(service.commands.progress(rebuildCustomerProjections, {}));
const change = (statement: string, values: unknown[]) => service.database.owner.query(statement, values);
/** Destroys a key as the owner of the database can do. Returns how to restore it. */
async function destroyKey(subject: string): Promise<() => Promise<unknown>> {
  const { rows } = await service.database.owner.query<{ sealed_key: Buffer }>(
    `UPDATE privacy.data_keys k SET sealed_key = NULL, destroyed_at = now() FROM privacy.data_keys old
     WHERE k.subject = $1 AND old.subject = k.subject RETURNING old.sealed_key`,
    [subject],
  );
  const restoring = 'UPDATE privacy.data_keys SET sealed_key = $2, destroyed_at = NULL WHERE subject = $1';
  return () => change(restoring, [subject, rows[0]!.sealed_key]);
}
const OF_CUSTOMERS = 'customer_risk.customers';
const found = ({ tables }: ReadSideVerification, table: string) => tables.find((one) => one.table === table);

describe('a verification of the read side', () => {
  it('finds no difference after normal work, also of erased customers, and files that were removed or given up', async () => {
    const files = new FileSender(service);
    await files.download(await files.attached(randomBytes(THREE_PARTS)));
    const removed = await files.attached();
    await files.remove(removed);
    await files.storeAll(await files.prepare(undefined, removed));
    service.time.pass(61 * 60_000);
    await files.attached(undefined, removed); // the upload before it is given up
    const given = await service.database.owner.query(
      'SELECT FROM customer_risk.case_file_contents WHERE forgotten_at IS NOT NULL',
    );
    expect(given.rowCount).toBe(1);
    const withFile = await files.attached();
    const { tenant_id, case_id } = withFile;
    await service.commands.send(closeCase, { tenant_id, case_id, ...BY, outcome: 'no_action', reason: 'explained' });
    const { id } = await service.create({ full_name: 'Erased One', account_refs: [newId()] });
    for (const customer_id of [id, withFile.customer_id]) {
      const erasing = { tenant_id, customer_id, officer: 'j.smith' };
      const request = { ...erasing, relationship_ended_on: '2015-06-30', reason: 'Erased One wrote a letter' };
      await service.commands.send(requestErasure, request);
      await service.commands.send(eraseCustomer, { ...erasing, dry_run: false });
    }
    const verification = await verify();
    expect(verification).toMatchObject({ tables: [], unprojected: 0, verified: true, done: true });
    expect(verification.erased).toBeGreaterThan(0);
    expect(verification.events).toBeGreaterThan(verification.streams);
  });

  it('names rows that differ, are missing or have no event, and changes none of them', async () => {
    const [changed, missing, moved] = await Promise.all([1, 2, 3].map(async () => (await service.create()).id));
    const other = newId();
    await change(`UPDATE ${OF_CUSTOMERS} SET kyc_status = 'verified', revision = revision WHERE id = $1`, [changed]);
    await change(`DELETE FROM ${OF_CUSTOMERS} WHERE id = $1`, [missing]);
    await change('UPDATE customer_risk.search_terms SET customer_id = $2 WHERE customer_id = $1', [moved, other]);
    const verification = await verify();
    expect(verification).toMatchObject({ verified: false, done: true });
    expect(found(verification, OF_CUSTOMERS)).toEqual({
      table: OF_CUSTOMERS,
      changed: 1,
      missing: 1,
      unexplained: 0,
      first: expect.arrayContaining([
        { problem: 'changed', stream: `customer-${changed}`, fields: ['kyc_status'] },
        { problem: 'missing', stream: `customer-${missing}`, fields: [] },
      ]) as unknown,
    });
    const terms = found(verification, 'customer_risk.search_terms')!;
    expect(terms.missing).toBe(terms.unexplained);
    expect(terms.first).toContainEqual({ problem: 'unexplained', stream: `customer-${other}`, fields: [] });
    expect(await verify()).toEqual(verification);

    await rebuild();
    expect(await verify()).toMatchObject({ verified: true, tables: [] });
  });

  it('reports the streams of a customer whose key was destroyed without an erasure', async () => {
    const { id } = await service.create({ full_name: 'Still Here' });
    const [alert] = await service.raise(id, aScreeningAlert());
    const restore = await destroyKey(id);
    const verification = await verify();
    expect(verification).toMatchObject({ verified: false, unprojected: 2 });
    expect([...verification.first_unprojected].sort()).toEqual([`alert-${alert}`, `customer-${id}`]);
    await restore();
    expect(await verify()).toMatchObject({ verified: true, unprojected: 0 });
  });

  it('reports a file whose key was destroyed although it was not removed', async () => {
    const file = await new FileSender(service).attached();
    const restore = await destroyKey(file.file_id);
    expect(await verify()).toMatchObject({ unprojected: 1, first_unprojected: [`file-${file.file_id}`] });
    await restore();
    expect(await verify()).toMatchObject({ verified: true, unprojected: 0 });
  });

  it('reports a row that lacks events, and a stream that cannot be projected', async () => {
    const { id } = await service.create();
    await change(`UPDATE ${OF_CUSTOMERS} SET revision = 0 WHERE id = $1`, [id]);
    const broken = (await service.create()).id;
    await change('ALTER TABLE event_store.events DISABLE TRIGGER USER', []);
    const edit = "UPDATE event_store.events SET data = '{}' WHERE stream = 'customer-' || $1 AND revision = 0";
    await change(edit, [broken]);
    const verification = await verify();
    expect(found(verification, OF_CUSTOMERS)!.first).toContainEqual({
      problem: 'changed',
      stream: `customer-${id}`,
      fields: expect.anything() as unknown,
    });
    expect(verification).toMatchObject({ unprojected: 1, first_unprojected: [`customer-${broken}`] });
    await change(`DELETE FROM event_store.events WHERE stream = 'customer-' || $1`, [broken]);
    await rebuild();
    expect(await verify()).toMatchObject({ verified: true, unprojected: 0 });
  });

  it('reports no object that changes meanwhile, and lets no writer wait', async () => {
    const { id } = await service.create();
    let isOver = false;
    let alerts = 0;
    const working = (async () => {
      while (!isOver) {
        await service.raise(id, aScreeningAlert());
        await service.report(id, { event_id: newId(), changes: { occupation: newId() } });
        alerts++;
      }
    })();
    for (let times = 0; times < 3; times++) expect(await verify()).toMatchObject({ verified: true, tables: [] });
    isOver = true;
    await working;
    expect(alerts).toBeGreaterThan(3);
  });

  it('waits for no transaction that keeps rows or a table from writers', async () => {
    const { id } = await service.create();
    await service.database.owner.transaction(async (sql) => {
      await sql.query(`LOCK TABLE ${OF_CUSTOMERS} IN EXCLUSIVE MODE`);
      await sql.query(`UPDATE ${OF_CUSTOMERS} SET kyc_status = kyc_status WHERE id = $1`, [id]);
      // After all tables, the comparison of the audit trail waits for transactions.
      const lines = service.commands.progress(verifyCustomerProjections, {});
      const reached = await lastValueFrom(lines.pipe(first(({ kind }) => kind === 'audit trails')));
      expect(reached).toMatchObject({ differences: 0, unprojected: 0 });
    });
  });

  it('runs once at a time', async () => {
    const both = await Promise.allSettled([verify(), verify()]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'verification_running' },
    });
  });
});
