import { lastValueFrom } from 'rxjs';
import { setAccountActive } from '@probity/contracts/ledger/commands';
import { rebuildLedgerProjections } from '@probity/contracts/projections/commands';
import { type LedgerFixture, startLedgerFixture } from '../../../testing/ledger-fixture';
import { Books } from '../testing/books';

let service: LedgerFixture;
let books: Books;
beforeAll(async () => {
  service = await startLedgerFixture();
  books = new Books(service);
});
afterAll(() => service.stop());

describe('a rebuild of ledgers', () => {
  it('goes on after a ledger that cannot be projected: this one keeps its rows, and the others are rebuilt', async () => {
    const ledgers = [await service.createLedger(), await service.createLedger(), await service.createLedger()].sort();
    for (const ledger of ledgers) await service.openAccount(ledger, 'asset');
    const broken = ledgers[1]!;
    const rename = 'UPDATE ledger.accounts SET name = $2 WHERE ledger_id = $1';
    for (const ledger of ledgers) await books.change(rename, [ledger, 'changed']);
    const edit = `
      UPDATE event_store.events SET data = replace(data, '"account_id":"', '"account_id":"x')
      WHERE stream = 'ledger-' || $1 AND type = 'AccountOpened'`;
    await books.change(edit, [broken]);

    const done = await lastValueFrom(service.commands.progress(rebuildLedgerProjections, {}));
    expect(done).toMatchObject({ done: true, failed: 1, streams: 3, streams_done: 3 });
    const names = await Promise.all(ledgers.map(async (ledger) => (await service.accounts(ledger))[0]!.name));
    expect(names.map((name) => name === 'changed')).toEqual([false, true, false]);
  });

  it('corrects the audit trail also when a signing key was changed, and says at the end that it was', async () => {
    const changed = await service.createLedger();
    const account_id = await service.openAccount(changed, 'asset');
    const by = { officer: 'Ada', reason: 'a check' };
    const about = { tenant_id: service.tenantId, ledger_id: changed, account_id };
    await service.commands.send(setAccountActive, { ...about, is_active: false, ...by });
    const { owner } = service.database;
    const trail = async () => (await owner.query('SELECT * FROM ledger.audit_events ORDER BY id')).rows;
    const before = await trail();
    expect(before).not.toEqual([]);
    await books.change("UPDATE ledger.signing_keys SET sealed = sealed || '\\x00' WHERE ledger_id = $1", [changed]);
    await books.change('DELETE FROM ledger.audit_events');

    const rebuilt = lastValueFrom(service.commands.progress(rebuildLedgerProjections, {}));
    await expect(rebuilt).rejects.toMatchObject({ code: 'signing_key_changed' });
    expect(await trail()).toEqual(before);
  });
});
