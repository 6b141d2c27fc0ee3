import { randomUUID } from 'node:crypto';
import { lastValueFrom } from 'rxjs';
import { postTransaction, verifyLedger } from '@probity/contracts/ledger/commands';
import { rebuildLedgerProjections } from '@probity/contracts/projections/commands';
import { Faults, FaultyEventStore, once } from '@probity/event-store/testing/faulty-event-store';
import type { CommandBus } from '@probity/messaging/command-bus';
import { type LedgerFixture, startLedgerFixture } from '../../testing/ledger-fixture';
import { asOlderVersion } from './as-older-version';
import { StoredEvents } from './stored-events';
import { tamper } from './stored-state';

const POSTINGS = 5;

const faults = new Faults();
let fixture: LedgerFixture;
afterEach(async () => {
  faults.clear();
  await fixture.stop();
});

describe('the takeover of a ledger of an older version', () => {
  it.each([
    ['before its commit is stored', 'dieBefore', true],
    ['after its commit was stored', 'dieAfter', true],
    ['after its commit was stored, in two steps', 'dieAfter', false],
    ['before its commit is projected', 'dieUnprojected', false],
  ] as const)('goes on when a process died %s', async (_when, step, isAtomic) => {
    fixture = await startLedgerFixture({
      wrap: (store, database) => new FaultyEventStore(store, database, faults, isAtomic),
    });
    const { database, masterKey, tenantId: tenant_id, commands } = fixture;
    const ledger_id = await fixture.createLedger();
    const [cash, equity] = [
      await fixture.openAccount(ledger_id, 'asset'),
      await fixture.openAccount(ledger_id, 'equity'),
    ];
    const post = (by: CommandBus): Promise<unknown> => {
      const entries = [
        { account_id: cash, debit: '1' },
        { account_id: equity, credit: '1' },
      ];
      const posting = { ledger_id, currency: 'USD', entries };
      return by.send(postTransaction, { tenant_id, transaction_id: randomUUID(), posting });
    };
    const events = new StoredEvents(database.owner, ledger_id);
    for (let number = 0; number < POSTINGS; number++) await post(commands);
    await tamper(database.owner, (sql) =>
      asOlderVersion({ sql, events: new StoredEvents(sql, ledger_id), ledger: { id: ledger_id }, masterKey }),
    );
    await lastValueFrom(commands.progress(rebuildLedgerProjections, {}));

    faults[step] = once();
    await expect(post(commands)).rejects.toThrow();
    faults.clear();
    const next = await fixture.anotherInstance();
    await post(next);

    const commits = (await events.all())
      .filter(({ type }) => type === 'CommitChained')
      .map(({ data }) => JSON.parse(data));
    expect(commits.map(({ first_revision, tree_size }) => [first_revision, tree_size])).toEqual([
      [0, POSTINGS],
      [expect.any(Number), POSTINGS + 1],
    ]);
    const verified = await lastValueFrom(next.progress(verifyLedger, { tenant_id, ledger_id }));
    expect(verified).toMatchObject({ done: true, verified: true, checked: POSTINGS + 1 });
  });
});
