import { randomUUID } from 'node:crypto';
import { lastValueFrom } from 'rxjs';
import { createLedger, openAccount, verifyLedger } from '@probity/contracts/ledger/commands';
import { ledgerStream } from '@probity/contracts/ledger/events';
import type { CommandBus } from '@probity/messaging/command-bus';
import { client, startInstance, tenant_id, withTenant } from './testing/ledger-on-event-store';

describe('a ledger whose stream is deleted or limited while it is written', () => {
  withTenant();
  let commands: CommandBus;
  beforeAll(async () => {
    commands = await startInstance();
  });

  const open = (ledger_id: string) => {
    const account_id = randomUUID();
    const account = { code: account_id.slice(0, 8), name: 'Cash', account_type: 'asset' as const };
    return commands.send(openAccount, { tenant_id, ledger_id, account_id, ...account });
  };

  it.each([
    ['deleted', (stream: string) => client.deleteStream(stream)],
    ['deleted permanently', (stream: string) => client.tombstoneStream(stream)],
    ['limited by $maxCount', (stream: string) => client.setStreamMetadata(stream, { maxCount: 1 })],
  ])('soon accepts no writes, and its verification says what is missing: %s', async (_how, cutOff) => {
    const ledger_id = randomUUID();
    await commands.send(createLedger, { tenant_id, ledger_id, name: 'Test', currency: 'USD' });
    await open(ledger_id);
    await cutOff(ledgerStream(ledger_id));

    const untilRefused = async (): Promise<unknown> => {
      for (const limit = performance.now() + 15_000; performance.now() < limit;) {
        const refused = await open(ledger_id).then(
          () => undefined,
          (error: unknown) => error,
        );
        if (refused) return refused;
      }
      return 'it still accepts writes';
    };
    expect(await untilRefused()).toMatchObject({ kind: 'overloaded', code: 'ledger_inconsistent' });
    await expect(open(ledger_id)).rejects.toMatchObject({ code: 'ledger_inconsistent' });
    const result = await lastValueFrom(commands.progress(verifyLedger, { tenant_id, ledger_id }));
    expect(result).toMatchObject({ done: true, verified: false, broken: { check: 'missing_event' } });
  });
});
