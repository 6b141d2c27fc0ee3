import { randomBytes, randomUUID } from 'node:crypto';
import { EventStoreDBClient } from '@eventstore/db-client';
import { pino } from 'pino';
import { lastValueFrom } from 'rxjs';
import { createLedger, openAccount, verifyLedger } from '@probity/contracts/ledger/commands';
import { ledgerStream } from '@probity/contracts/ledger/events';
import { database, store, url } from '@probity/event-store/eventstoredb/testing/stored-events';
import { CommandBus } from '@probity/messaging/command-bus';
import { EmbeddedBroker } from '@probity/messaging/embedded/embedded-broker';
import { EmbeddedClient } from '@probity/messaging/embedded/embedded-client';
import { EmbeddedServer } from '@probity/messaging/embedded/embedded-server';
import { Metrics } from '@probity/platform/metrics';
import { Sealer } from '@probity/platform/sealing';
import { startLedger } from './start-ledger';

describe('a ledger whose stream is deleted or limited while it is written', () => {
  const tenant_id = randomUUID();
  let client: EventStoreDBClient;
  let commands: CommandBus;
  let stop: () => Promise<void>;
  beforeAll(async () => {
    client = EventStoreDBClient.connectionString(url);
    await database.owner.query(
      "INSERT INTO back_office.tenants (id, slug, name, created_at, revision) VALUES ($1, 'test', 'Test', now(), 0)",
      [tenant_id],
    );
    await database.owner.query("INSERT INTO back_office.currencies VALUES ($1, 'USD', 'US Dollar', 2)", [tenant_id]);
    const broker = new EmbeddedBroker();
    const { owner } = database;
    const sealer = new Sealer(randomBytes(32));
    const logger = pino({ level: 'silent' });
    const parts = { database: owner, maintenance: owner, events: store, sealer, logger, metrics: new Metrics() };
    stop = await startLedger(parts, new EmbeddedServer(broker));
    commands = new CommandBus(new EmbeddedClient(broker));
  });
  afterAll(async () => {
    await stop();
    await client.dispose();
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
