import { randomBytes, randomUUID } from 'node:crypto';
import { caseFileStream } from '@probity/contracts/case-files/events';
import { caseStream } from '@probity/contracts/cases/events';
import { once } from '@probity/event-store/testing/faulty-event-store';
import { PostgresEventStore } from '@probity/event-store/postgres/postgres-event-store';
import { ROLES } from '@probity/persistence/roles';
import { LimitQueries } from '@probity/read-side/limits/limit-queries';
import { PROJECTIONS } from '../projections';
import { MARK, refusal, type SentFile, THREE_PARTS } from '../testing/case-files';
import { sealing } from '../testing/customer-risk-fixture';
import { faults, listed, sender, service } from '../testing/service-with-files';

const MINUTE_MS = 60_000;

describe('the limit of the size of all files', () => {
  const TENANT = `
    INSERT INTO back_office.tenants (id, slug, name, created_at, revision) VALUES ($1, $2, 'T', now(), 0)`;
  const LIMIT =
    'INSERT INTO back_office.tenant_limits (tenant_id, version, limits, changed_at) VALUES ($1, 1, $2, now())';
  const usedBy = (tenantId: string) => new LimitQueries(service.database.owner).fileBytes(tenantId);

  it('counts files that are not removed, and unfinished uploads until they are given up', async () => {
    const tenantId = randomUUID();
    const first = await sender.attached(randomBytes(1_000), undefined, tenantId);
    await service.database.owner.query(TENANT, [tenantId, tenantId]);
    await service.database.owner.query(LIMIT, [tenantId, { case_file_bytes: 2_500 }]);
    const unfinished = await sender.prepare(randomBytes(1_000), first);
    await sender.store(unfinished, 1);
    const third = await sender.prepare(randomBytes(1_000), first);
    await expect(sender.store(third, 1)).rejects.toMatchObject(
      refusal('case_file_bytes_exceeded', /the limit case_file_bytes is 2500, and the tenant has 2000 now/),
    );
    service.time.pass(61 * MINUTE_MS);
    await sender.storeAll(third);
    await sender.attach(third);
    expect(await sender.keyOf(unfinished)).toEqual({ kind: 'case_file', destroyed: true });
    await expect(sender.attach(unfinished)).rejects.toMatchObject(
      refusal('file_incomplete', /was not finished within 50 minutes; upload it again/),
    );
    expect(await usedBy(tenantId)).toBe(2_000);
    await sender.remove(first);
    expect(await usedBy(tenantId)).toBe(1_000);
  });

  it('does not count an upload twice that is repeated', async () => {
    const tenantId = randomUUID();
    await service.database.owner.query(TENANT, [tenantId, tenantId]);
    await service.database.owner.query(LIMIT, [tenantId, { case_file_bytes: 1_500 }]);
    const file = await sender.attached(randomBytes(1_000), undefined, tenantId);
    await sender.storeAll(file);
    await sender.attach(file);
    expect(await usedBy(tenantId)).toBe(1_000);
  });
});

describe('an upload that takes long', () => {
  /** Another upload of the tenant, which clears away what was given up. */
  const uploadAnother = async (file: SentFile) => sender.storeAll(await sender.prepare(Buffer.from('x'), file));

  it('is not attached after 50 minutes; one that is attached stays so', async () => {
    const [file, late] = [await sender.attached(), await sender.storeAll(await sender.prepare())];
    service.time.pass(51 * MINUTE_MS);
    await sender.attach(file);
    await expect(sender.attach(late)).rejects.toMatchObject(
      refusal('file_incomplete', /was not finished within 50 minutes; upload it again/),
    );
    expect(await listed(late)).toEqual([]);
  });

  it('takes no more parts when it was given up', async () => {
    const file = await sender.prepare(randomBytes(THREE_PARTS));
    await sender.store(file, 1);
    service.time.pass(61 * MINUTE_MS);
    await uploadAnother(file);
    await expect(sender.store(file, 2)).rejects.toMatchObject({ code: 'file_incomplete' });
  });

  it('keeps its content when the case has it, whatever the read side has', async () => {
    const file = await sender.attached();
    const owner = service.database.owner;
    await owner.query('UPDATE customer_risk.case_file_contents SET kept_at = NULL WHERE id = $1', [file.file_id]);
    await owner.query('DELETE FROM customer_risk.case_files WHERE id = $1', [file.file_id]);
    service.time.pass(61 * MINUTE_MS);
    await uploadAnother(file);
    expect(await sender.keyOf(file)).toEqual({ kind: 'case_file', destroyed: false });
  });

  it('keeps its content when the process that attached it ended before it said so', async () => {
    const file = await sender.storeAll(await sender.prepare());
    faults.dieBefore = (stream) => stream === caseFileStream(file.file_id);
    await expect(sender.attach(file)).rejects.toMatchObject({ kind: 'outcome_unknown' });
    faults.clear();
    service.time.pass(61 * MINUTE_MS);
    await uploadAnother(file);
    expect(await sender.keyOf(file)).toEqual({ kind: 'case_file', destroyed: false });
    await sender.attach(file);
    expect(await listed(file)).toHaveLength(1);
    expect((await sender.read(file)).toString()).toBe(MARK);
  });

  it('is not attached when it is given up at the same time', async () => {
    const file = await sender.storeAll(await sender.prepare());
    const elsewhere = await sender.prepare();
    const isFirst = once();
    faults.dieBefore = async (stream) => {
      if (stream !== caseStream(file.case_id) || !(await isFirst(stream))) return false;
      service.time.pass(61 * MINUTE_MS);
      await uploadAnother(elsewhere);
      return false;
    };
    await expect(sender.attach(file)).rejects.toMatchObject(refusal('file_incomplete', /was given up/));
    expect(await sender.keyOf(file)).toEqual({ kind: 'case_file', destroyed: true });
    expect(await listed(file)).toEqual([
      expect.objectContaining({ removal_reason: expect.stringMatching(/given up/) }),
    ]);
    await expect(sender.attach(file)).rejects.toMatchObject({ code: 'file_incomplete' });
  });
});

describe('a rebuild from the events', () => {
  it('restores what is known of files, and makes no removed content readable', async () => {
    const kept = await sender.attached(randomBytes(THREE_PARTS));
    const removed = await sender.attached(Buffer.from(MARK), kept);
    const forgotten = await sender.storeAll(await sender.prepare(Buffer.from(MARK), kept));
    service.time.pass(61 * MINUTE_MS);
    await sender.attached(Buffer.from('x'), kept);
    await sender.download(kept);
    await sender.remove(removed);
    const before = await listed(kept);
    const { owner } = service.database;
    const contents = 'SELECT * FROM customer_risk.case_file_contents WHERE case_id = $1 ORDER BY id';
    const tables = ['case_file_contents', 'case_files', 'cases', 'case_alerts', 'audit_events'];
    const storedBefore = (await owner.query(contents, [kept.case_id])).rows;
    const audit = await sender.actionsOn(kept);
    for (const table of tables) await owner.query(`DELETE FROM customer_risk.${table}`);

    const database = await service.database.as(ROLES.customerRisk);
    const events = sealing(new PostgresEventStore(database), database);
    for (const { prefix, projection } of PROJECTIONS.filter((each) => ['case-', 'file-'].includes(each.prefix))) {
      for await (const stream of events.listStreams(prefix)) {
        for await (const chunk of events.readStream(stream)) {
          await database.transaction((sql) => projection(sql, chunk, false));
        }
      }
    }
    expect(await listed(kept)).toEqual(before);
    expect((await owner.query(contents, [kept.case_id])).rows).toEqual(storedBefore);
    expect(await sender.actionsOn(kept)).toEqual(audit);
    expect((await sender.read(kept)).equals(kept.content)).toBe(true);
    await expect(sender.read(removed)).rejects.toMatchObject({ code: 'file_unavailable' });
    const given = storedBefore.find(({ id }) => id === forgotten.file_id);
    expect(given).toMatchObject({ forgotten_at: expect.any(Date), kept_at: null });
    expect(await sender.keyOf(forgotten)).toEqual({ kind: 'case_file', destroyed: true });
  });
});
