import { randomBytes, randomUUID } from 'node:crypto';
import { lastValueFrom } from 'rxjs';
import { pino } from 'pino';
import {
  createLedger,
  openAccount,
  postTransaction,
  verifyLedger,
  verifyTransaction,
} from '@probity/contracts/ledger/commands';
import { Connection } from '@probity/event-store/eventstoredb/connection';
import { database, read, store, url } from '@probity/event-store/eventstoredb/testing/stored-events';
import { CommandBus } from '@probity/messaging/command-bus';
import { embeddedTransport } from '@probity/messaging/embedded/embedded-transport';
import { newId } from '@probity/platform/ids';
import { LostDependencies } from '@probity/platform/lost-dependencies';
import { Metrics } from '@probity/platform/metrics';
import { Sealer } from '@probity/platform/sealing';
import { StartWaits } from '@probity/platform/start-waits';
import { Undo } from '@probity/platform/undo';
import { startService } from '@probity/service/start-service';
import { ledger } from '../ledger-service';
import { SIGNING_KEY } from './signing-key';

const PROBITY_MASTER_KEY = randomBytes(32);
const tenant_id = randomUUID();
const running: Undo[] = [];

/** Starts the service as its process does. */
function start(masterKey = PROBITY_MASTER_KEY): Promise<CommandBus> {
  return Undo.onFailure(async (undo) => {
    const logger = pino({ level: 'silent' });
    const eventStore = new Connection(url);
    undo.later(() => eventStore.close());
    const transport = embeddedTransport({ store, database: database.owner, metrics: new Metrics() });
    await startService(ledger, { PROBITY_MASTER_KEY: masterKey }, randomUUID(), {
      undo,
      logger,
      waits: new StartWaits(logger, new AbortController().signal),
      lost: new LostDependencies(),
      metrics: new Metrics(),
      access: (role) => ({ url: database.url, role }),
      eventStore,
      transport,
    });
    running.push(undo);
    return new CommandBus(transport({ name: 'test', instance: 'test', logger, database: database.owner }).clientOf());
  });
}

async function stop(): Promise<void> {
  for (const undo of running.splice(0)) await undo.all();
}

/** Empties what the ledger service has in Postgres, and where its followers were. */
async function loseLedgers(): Promise<void> {
  const { owner } = database;
  const { rows } = await owner.query<{ names: string }>(
    "SELECT string_agg('ledger.' || tablename, ', ') AS names FROM pg_tables WHERE schemaname = 'ledger'",
  );
  await owner.execute(`TRUNCATE ${rows[0]!.names}, event_store.checkpoints`);
}

beforeAll(async () => {
  await start(); // records the event store, so that the tenant below need not have events
  await database.owner.query(
    "INSERT INTO back_office.tenants (id, slug, name, created_at, revision) VALUES ($1, 'test', 'Test', now(), 0)",
    [tenant_id],
  );
  await database.owner.query("INSERT INTO back_office.currencies VALUES ($1, 'USD', 'US Dollar', 2)", [tenant_id]);
  await stop();
});
afterEach(stop);

/** A ledger with two accounts, to which can be posted. */
async function open(commands: CommandBus, ledger_id: string) {
  await commands.send(createLedger, { tenant_id, ledger_id, name: 'Test', currency: 'USD' });
  const ids: string[] = [];
  for (const account_type of ['asset', 'liability'] as const) {
    const account_id = randomUUID();
    const account = { code: account_id.slice(0, 8), name: account_type, account_type };
    ids.push((await commands.send(openAccount, { tenant_id, ledger_id, account_id, ...account })).id);
  }
  return async (bus: CommandBus): Promise<string> => {
    const entries = [
      { account_id: ids[0]!, debit: '100' },
      { account_id: ids[1]!, credit: '100' },
    ];
    const posting = { ledger_id, currency: 'USD', entries };
    return (await bus.send(postTransaction, { tenant_id, transaction_id: randomUUID(), posting })).posting.transaction
      .id;
  };
}

async function expectVerified(commands: CommandBus, ledger_id: string, transactions: string[]): Promise<void> {
  for (const transaction_id of transactions) {
    expect(await commands.send(verifyTransaction, { tenant_id, ledger_id, transaction_id })).toMatchObject({
      verified: true,
    });
  }
  expect(await lastValueFrom(commands.progress(verifyLedger, { tenant_id, ledger_id }))).toMatchObject({
    verified: true,
  });
}

describe('the ledger service, started with events in EventStoreDB and a Postgres that lost its tables', () => {
  const ledger_id = randomUUID();
  let first: string;
  let post: (bus: CommandBus) => Promise<string>;

  it('posts to its ledgers, and verifies old and new transactions', async () => {
    const before = await start();
    post = await open(before, ledger_id);
    first = await post(before);
    await stop();
    await loseLedgers();

    const after = await start();
    const second = await post(after);
    await expectVerified(after, ledger_id, [first, second]);
  });

  it('does not start with another master key', async () => {
    await loseLedgers();
    await expect(start(randomBytes(32))).rejects.toThrow('the master key is not the one that sealed');
    await expectVerified(await start(), ledger_id, [first]);
  });
});

describe('a signing key that an older version stored only in Postgres', () => {
  it('is in one event after several instances have started, and is not lost with Postgres', async () => {
    const [ledger_id, id] = [randomUUID(), newId()];
    const sealed = new Sealer(PROBITY_MASTER_KEY).seal(randomBytes(32), `ledger-signing-key/${ledger_id}/${id}`);
    const insert = 'INSERT INTO ledger.signing_keys (id, ledger_id, sealed) VALUES ($1, $2, $3)';
    await database.owner.query(insert, [id, ledger_id, sealed]);

    const [one] = await Promise.all([start(), start(), start()]);
    const stored = await read(SIGNING_KEY.stream(ledger_id));
    expect(stored).toMatchObject([{ id, data: { signing_key_id: id, sealed: sealed.toString('base64') } }]);
    const post = await open(one, ledger_id);
    const first = await post(one);
    await stop();
    await loseLedgers();

    const after = await start();
    await expectVerified(after, ledger_id, [first, await post(after)]);
    expect(await read(SIGNING_KEY.stream(ledger_id))).toEqual(stored);
  });
});
