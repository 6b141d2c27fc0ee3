import { randomBytes, randomUUID } from 'node:crypto';
import { closeCase } from '@probity/contracts/cases/commands';
import { CASE_FILE_PART_BYTES } from '@probity/contracts/case-files/words';
import { eraseCustomer, requestErasure } from '@probity/contracts/erasure/commands';
import { BY, digest, MARK, NAME, refusal, type SentFile, THREE_PARTS } from '../testing/case-files';
import { listed, sender, service } from '../testing/service-with-files';

describe('a file of a case', () => {
  it('is read as it was sent, in parts, and its content is in no table and no event in clear', async () => {
    const content = Buffer.concat([Buffer.from(MARK), randomBytes(THREE_PARTS - MARK.length)]);
    const file = await sender.attached(content);
    expect(await listed(file)).toEqual([
      {
        id: file.file_id,
        case_id: file.case_id,
        customer_id: file.customer_id,
        name: NAME,
        media_type: 'application/pdf',
        bytes: THREE_PARTS,
        sha256: digest(content),
        scan: 'clean',
        attached_by: BY.officer,
        attached_at: expect.any(String),
        removed_at: null,
        removed_by: null,
        removal_reason: null,
      },
    ]);
    expect((await sender.read(file)).equals(content)).toBe(true);
    const { rows } = await service.database.owner.query<{ type: string; data: string }>(
      'SELECT type, data FROM event_store.events WHERE stream = $1 ORDER BY revision',
      [`file-${file.file_id}`],
    );
    const part = 'CaseFilePartStored';
    expect(rows.map(({ type }) => type)).toEqual([part, part, part, 'CaseFileKept']);
    for (const { data } of rows) {
      expect(data).not.toContain(Buffer.from(MARK).toString('base64').slice(0, 40));
      expect(data.length).toBeLessThan(512 * 1024);
    }
    expect(await service.cases.case(service.tenantId, file.case_id)).toMatchObject({
      entries: [{ what: 'opened' }, { what: 'file_attached', text: NAME, ...BY }],
    });
  });

  it('is attached once, however often parts and the command are sent', async () => {
    const file = await sender.attached(randomBytes(THREE_PARTS));
    await sender.storeAll(file);
    await sender.attach(file);
    expect(await listed(file)).toHaveLength(1);
    expect((await sender.read(file)).equals(file.content)).toBe(true);
  });

  it('does not exist until its last part is stored and its SHA-256 agrees', async () => {
    const file = await sender.prepare(randomBytes(THREE_PARTS));
    await expect(sender.attach(file)).rejects.toMatchObject({ code: 'not_found' });
    await sender.store(file, 1);
    await expect(sender.store(file, 3)).rejects.toMatchObject(refusal('file_incomplete', /part 3 came after part 1/));
    await expect(sender.attach(file)).rejects.toMatchObject({ code: 'file_incomplete' });
    await expect(sender.store(file, 2, { content: 'AAAA' })).rejects.toMatchObject(
      refusal('file_incomplete', /must have 2/),
    );
    await expect(sender.store(file, 2, { sha256: '0'.repeat(64) })).rejects.toMatchObject({ code: 'file_incomplete' });
    await sender.store(file, 2, { content: randomBytes(CASE_FILE_PART_BYTES).toString('base64') });
    await sender.store(file, 3);
    await expect(sender.attach(file)).rejects.toMatchObject(refusal('file_incomplete', /differs from what was sent/));
    expect(await listed(file)).toEqual([]);
    await expect(sender.read(file)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('belongs to one case of one tenant', async () => {
    const [file, other] = [await sender.attached(), await sender.attached()];
    const foreign = { ...file, tenant_id: randomUUID() };
    const misplaced = { ...file, case_id: other.case_id };
    for (const wrong of [foreign, misplaced]) {
      await expect(sender.read(wrong)).rejects.toMatchObject({ code: 'not_found' });
      await expect(sender.download(wrong)).rejects.toMatchObject({ code: 'not_found' });
      await expect(sender.remove(wrong)).rejects.toMatchObject({ code: 'not_found' });
      await expect(sender.store(wrong, 1)).rejects.toMatchObject({ code: 'not_found' });
      await expect(sender.attach(wrong)).rejects.toMatchObject({ code: 'not_found' });
    }
    expect(await listed(foreign)).toEqual([]);
    expect((await sender.read(file)).toString()).toBe(MARK);
  });

  it('leaves an entry in the audit trail for each download', async () => {
    const file = await sender.attached();
    await sender.download(file);
    await sender.download(file);
    expect(await sender.actionsOn(file)).toEqual([
      'case.file_downloaded',
      'case.file_downloaded',
      'case.file_attached',
      'case.opened',
    ]);
    expect((await sender.read(file)).toString()).toBe(MARK);
  });

  it('that is removed can be read by no process again, and what is known of it stays', async () => {
    const [file, kept] = [await sender.attached(), await sender.attached()];
    await sender.remove(file);
    await sender.remove(file);
    expect(await sender.keyOf(file)).toEqual({ kind: 'case_file', destroyed: true });
    expect(await sender.keyOf(kept)).toEqual({ kind: 'case_file', destroyed: false });
    const fresh = await service.anotherInstance();
    await expect(sender.read(file, fresh)).rejects.toMatchObject(refusal('file_unavailable', /it was removed/));
    await expect(sender.download(file)).rejects.toMatchObject({ code: 'file_unavailable' });
    expect(await listed(file)).toEqual([
      expect.objectContaining({ name: NAME, removed_by: BY.officer, removal_reason: 'a wrong file' }),
    ]);
    expect((await sender.read(kept, fresh)).toString()).toBe(MARK);
    await sender.store(file, 1);
    expect(await sender.keyOf(file)).toEqual({ kind: 'case_file', destroyed: true });
  });

  it('is not attached to a closed case, and can be removed from it', async () => {
    const file = await sender.attached();
    const late = await sender.storeAll(await sender.prepare(Buffer.from('later'), file));
    const closing = { ...BY, outcome: 'no_action' as const, reason: 'explained' };
    await service.commands.send(closeCase, { tenant_id: file.tenant_id, case_id: file.case_id, ...closing });
    await expect(sender.attach(late)).rejects.toMatchObject({ code: 'case_closed' });
    await expect(sender.store(await sender.prepare(Buffer.from('x'), file), 1)).rejects.toMatchObject({
      code: 'case_closed',
    });
    expect(await sender.remove(file)).toMatchObject({ removed_by: BY.officer });
  });
});

describe('a customer whose erasure was requested', () => {
  const about = ({ tenant_id, customer_id }: SentFile) => ({ tenant_id, customer_id, ...BY });
  const restrict = (file: SentFile) =>
    service.commands.send(requestErasure, {
      ...about(file),
      relationship_ended_on: '2015-06-30',
      reason: 'a letter',
    });

  it('is not shown by its files while it is restricted', async () => {
    const file = await sender.attached();
    await restrict(file);
    expect(await listed(file)).toEqual([expect.objectContaining({ name: '[restricted]' })]);
    await expect(sender.download(file)).rejects.toMatchObject(refusal('file_unavailable', /is restricted/));
    expect(await sender.actionsOn(file)).not.toContain('case.file_downloaded');
  });

  it('takes the contents and names of its files with it, also those of unfinished uploads', async () => {
    const file = await sender.attached();
    const unfinished = await sender.prepare(randomBytes(THREE_PARTS), file);
    await sender.store(unfinished, 1);
    await service.commands.send(closeCase, {
      ...{ tenant_id: file.tenant_id, case_id: file.case_id },
      ...{ ...BY, outcome: 'no_action' as const, reason: 'explained' },
    });
    await restrict(file);
    await service.commands.send(eraseCustomer, { ...about(file), dry_run: false });
    for (const one of [file, unfinished])
      expect(await sender.keyOf(one)).toEqual({ kind: 'case_file', destroyed: true });
    expect(await listed(file)).toEqual([expect.objectContaining({ name: '[erased]' })]);
    const fresh = await service.anotherInstance();
    await expect(sender.read(file, fresh)).rejects.toMatchObject(refusal('file_unavailable', /removed or erased/));
    await expect(sender.store(unfinished, 2)).rejects.toMatchObject({ code: 'not_found' });
    const detail = await service.cases.case(service.tenantId, file.case_id);
    expect(JSON.stringify(detail)).not.toContain(NAME);
  });
});
