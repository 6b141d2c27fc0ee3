import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { database, failure, json, makeTenant, probity, text } from './testing/newcomer';

const OF = ['--tenant', 'audited'] as const;

/** The audit trail: listing and verifying. */
export function audit(): void {
  describe('the audit trail', () => {
    let folder: string;
    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'probity-cli-audit-'));
      await makeTenant('audited');
    });
    afterAll(() => rmSync(folder, { recursive: true, force: true }));

    it('is listed, also by its other name', async () => {
      const listed = await text('audit', ...OF, '--action', 'tenant.created');
      expect(listed).toMatch(/tenant\.created/);
      expect(await text('audit', 'list', ...OF, '--action', 'tenant.created')).toBe(listed);
    });

    it('verifies, and the report says what that proves', async () => {
      const report = await text('audit', 'verify', ...OF);
      expect(report).toMatch(
        /^The audit trail verifies\.\n\n {2}compared +\d+ entries, \d+ events of logs, \d+ signed/,
      );
      expect(report).toMatch(/\n\nProven:\n {2}- Each entry is what its event says.*\n {2}- The events are the ones/);
      expect(report).toMatch(/\n\nNot proven:\n {2}- .*give a checkpoint that was kept outside/);
      expect(await json('audit', 'verify', ...OF)).toMatchObject({ done: true, verified: true, first: null });
    });

    it('is compared with a checkpoint in a file', async () => {
      const { rows } = await database.owner.query<{ checkpoint: string }>(
        "SELECT checkpoint FROM notary.logs JOIN back_office.tenants t ON t.id = tenant_id WHERE t.slug = 'audited'",
      );
      const [kept, forged] = [join(folder, 'kept.txt'), join(folder, 'forged.txt')];
      writeFileSync(kept, rows[0]!.checkpoint);
      writeFileSync(forged, rows[0]!.checkpoint.replace(/\n\d+\n/, '\n1\n'));
      expect(await text('audit', 'verify', ...OF, '--checkpoint', kept)).toContain('The log continues the checkpoint');
      const refused = await probity('audit', 'verify', ...OF, '--checkpoint', forged);
      expect({ code: refused.code, stderr: refused.stderr }).toEqual({ code: 1, stderr: '' });
      expect(refused.stdout).toMatch(/\n {2}problem +outside checkpoint\n/);
      const absent = await failure(['audit', 'verify', ...OF, '--checkpoint', join(folder, 'none.txt')]);
      expect(absent).toMatchObject({ code: 2, error: { code: 'file' } });
    });

    it('does not verify when an entry was edited, and the report names it', async () => {
      const { rows } = await database.owner.query<{ id: string }>(
        `UPDATE back_office.audit_events a SET actor_name = 'Someone Else' FROM back_office.tenants t
         WHERE t.id = a.tenant_id AND t.slug = 'audited' AND a.action = 'tenant.created' RETURNING a.id`,
      );
      const people = await probity('audit', 'verify', ...OF);
      expect({ code: people.code, stderr: people.stderr }).toEqual({ code: 1, stderr: '' });
      expect(people.stdout).toMatch(/^The audit trail does NOT verify: 1 problem\.\n/);
      expect(people.stdout).toMatch(/\n {2}where +back_office\.audit_events\n {2}problem +changed\n/);
      expect(people.stdout).toMatch(new RegExp(`\n {2}entry +${rows[0]!.id}\n`));
      expect(people.stdout).toMatch(/\n {2}differs in +actor_name\n/);
      const machines = await probity('audit', 'verify', ...OF, '--json');
      expect(machines.code).toBe(1);
      expect(JSON.parse(machines.stdout)).toMatchObject({ verified: false, first: { entry_id: rows[0]!.id } });
    });
  });
}
