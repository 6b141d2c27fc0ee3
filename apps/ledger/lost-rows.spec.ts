import { randomUUID } from 'node:crypto';
import { lastValueFrom } from 'rxjs';
import { createLedger, openAccount, postTransaction } from '@probity/contracts/ledger/commands';
import { rebuildLedgerProjections } from '@probity/contracts/projections/commands';
import { database } from '@probity/event-store/eventstoredb/testing/stored-events';
import type { CommandBus } from '@probity/messaging/command-bus';
import { startInstance, tenant_id, withTenant } from './testing/ledger-on-event-store';

describe('a ledger one of whose accounts a person deletes from the read side while it is written', () => {
  withTenant();
  const ledger_id = randomUUID();
  const [cash, owed] = [randomUUID(), randomUUID()];
  let commands: CommandBus;
  beforeAll(async () => {
    commands = await startInstance();
    await commands.send(createLedger, { tenant_id, ledger_id, name: 'Test', currency: 'USD' });
    for (const [account_id, code, account_type] of [
      [cash, '1000', 'asset'],
      [owed, '2000', 'liability'],
    ] as const)
      await commands.send(openAccount, { tenant_id, ledger_id, account_id, code, name: code, account_type });
  });

  const post = () => {
    const entries = [
      { account_id: cash, debit: '5' },
      { account_id: owed, credit: '5' },
    ];
    const posting = { ledger_id, currency: 'USD', entries };
    return commands.send(postTransaction, { tenant_id, transaction_id: randomUUID(), posting });
  };

  it('accepts no writes, keeps no caller waiting, and goes on after a rebuild', async () => {
    await post(); // the writer remembers that the accounts are active
    await database.owner.query('DELETE FROM ledger.entries WHERE account_id = $1', [cash]);
    await database.owner.query('DELETE FROM ledger.accounts WHERE id = $1', [cash]);
    await expect(post()).rejects.toMatchObject({
      code: 'outcome_unknown',
      message: expect.stringMatching(/is stored/),
    });
    await expect(post()).rejects.toMatchObject({ code: 'ledger_inconsistent' });

    await lastValueFrom(commands.progress(rebuildLedgerProjections, {}));
    const { posting } = await post();
    expect(posting.transaction.hash_chain_position).toBe(3);
  });
});
