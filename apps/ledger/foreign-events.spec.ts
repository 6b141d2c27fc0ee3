import { randomUUID } from 'node:crypto';
import { jsonEvent } from '@eventstore/db-client';
import { lastValueFrom } from 'rxjs';
import {
  createLedger,
  openAccount,
  postTransaction,
  verifyLedger,
  verifyTransaction,
} from '@probity/contracts/ledger/commands';
import { ledgerStream } from '@probity/contracts/ledger/events';
import { database } from '@probity/event-store/eventstoredb/testing/stored-events';
import type { CommandBus } from '@probity/messaging/command-bus';
import { client, startInstance, tenant_id, withTenant } from './testing/ledger-on-event-store';

describe('an event that another program wrote into the stream of a ledger', () => {
  withTenant();
  const ledger_id = randomUUID();

  it('does not keep the ledger from postings; its verification reports the event', async () => {
    const commands = await startInstance();
    await commands.send(createLedger, { tenant_id, ledger_id, name: 'Test', currency: 'USD' });
    const accounts: string[] = [];
    for (const type of ['asset', 'liability'] as const) {
      const account_id = randomUUID();
      accounts.push(account_id);
      await commands.send(openAccount, {
        tenant_id,
        ledger_id,
        account_id,
        code: type,
        name: type,
        account_type: type,
      });
    }
    const post = async (bus: CommandBus): Promise<string> => {
      const entries = [
        { account_id: accounts[0]!, debit: '100' },
        { account_id: accounts[1]!, credit: '100' },
      ];
      const posting = { ledger_id, currency: 'USD', entries };
      const request = { tenant_id, transaction_id: randomUUID(), posting };
      return (await bus.send(postTransaction, request)).posting.transaction.id;
    };
    const first = await post(commands);
    await client.appendToStream(ledgerStream(ledger_id), jsonEvent({ type: 'TransactionPosted', data: {} }));
    const second = await post(commands);
    const third = await post(await startInstance()); // it loads the ledger

    for (const transaction_id of [first, second, third]) {
      expect(await commands.send(verifyTransaction, { tenant_id, ledger_id, transaction_id })).toMatchObject({
        verified: true,
      });
    }
    const { rows } = await database.owner.query(
      'SELECT head_position::int, revision::int FROM ledger.ledgers WHERE id = $1',
      [ledger_id],
    );
    expect(rows).toEqual([{ head_position: 3, revision: 12 }]);
    expect(await lastValueFrom(commands.progress(verifyLedger, { tenant_id, ledger_id }))).toMatchObject({
      verified: false,
      broken: { position: 2, check: 'event', detail: 'another program wrote the event at revision 8' },
    });
  });
});
