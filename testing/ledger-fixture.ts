import { randomBytes, randomUUID } from 'node:crypto';
import { pino } from 'pino';
import type { AccountType } from '@probity/contracts/ledger/account';
import { createLedger, openAccount, postTransaction, type PostingRequest } from '@probity/contracts/ledger/commands';
import type { PostingView } from '@probity/contracts/ledger/views';
import type { AccountBalanceView } from '@probity/contracts/ledger/account';
import type { EventStore } from '@probity/event-store/event-store';
import { PostgresEventStore } from '@probity/event-store/postgres/postgres-event-store';
import { CommandBus } from '@probity/messaging/command-bus';
import { EmbeddedBroker } from '@probity/messaging/embedded/embedded-broker';
import { EmbeddedClient } from '@probity/messaging/embedded/embedded-client';
import { EmbeddedServer } from '@probity/messaging/embedded/embedded-server';
import type { Database } from '@probity/persistence/database';
import { ROLES } from '@probity/persistence/roles';
import { Metrics } from '@probity/platform/metrics';
import { Sealer } from '@probity/platform/sealing';
import { LedgerQueries } from '@probity/read-side/ledger/ledger-queries';
import { RebuildProjections } from '@probity/event-store/rebuild/rebuild-projections';
import { PROJECTIONS } from '../apps/ledger/projections';
import { startLedger } from '../apps/ledger/start-ledger';
import { createTestDatabase, type TestDatabase } from './test-database';

/** The ledger service on its own database. Tests send it commands through the command bus, as the gateway does. */
export interface LedgerFixture {
  database: TestDatabase;
  events: EventStore;
  commands: CommandBus;
  queries: LedgerQueries;
  tenantId: string;
  /** the key under which the signing keys are sealed */
  masterKey: Buffer;
  /** Creates a ledger in USD and returns its id. */
  createLedger(): Promise<string>;
  openAccount(ledgerId: string, type: AccountType): Promise<string>;
  post(posting: PostingRequest): Promise<{ posting: PostingView; replayed: boolean }>;
  accounts(ledgerId: string): Promise<AccountBalanceView[]>;
  /** Starts another instance of the service on the same database, with its own command bus. */
  anotherInstance(): Promise<CommandBus>;
  stop(): Promise<void>;
}

export interface LedgerFixtureOptions {
  /** Wraps the event store, so that a test can make it fail. */
  wrap?: (events: EventStore, database: Database) => EventStore;
}

export async function startLedgerFixture({
  wrap = (events) => events,
}: LedgerFixtureOptions = {}): Promise<LedgerFixture> {
  const database = await createTestDatabase();
  const masterKey = randomBytes(32);
  const sealer = new Sealer(masterKey);
  const tenantId = randomUUID();
  await database.owner.query(
    "INSERT INTO back_office.tenants (id, slug, name, created_at, revision) VALUES ($1, $2, 'Test', now(), 0)",
    [tenantId, `test-${tenantId}`],
  );
  await database.owner.query("INSERT INTO back_office.currencies VALUES ($1, 'USD', 'US Dollar', 2)", [tenantId]);

  const stops: (() => Promise<void>)[] = [];
  const start = async (): Promise<{ commands: CommandBus; events: EventStore }> => {
    const service = await database.as(ROLES.ledger);
    const broker = new EmbeddedBroker();
    const events = wrap(new PostgresEventStore(service), service);
    const logger = pino({ level: process.env.TEST_LOG_LEVEL ?? 'silent' });
    const rebuild = new RebuildProjections('ledger', PROJECTIONS, async () => {
      const own = await database.as(ROLES.ledger);
      const close = (): Promise<void> => database.close(own);
      return { events: new PostgresEventStore(own), database: own, logger, close };
    });
    stops.push(
      await startLedger(
        { database: service, maintenance: service, events, rebuild, sealer, logger, metrics: new Metrics() },
        new EmbeddedServer(broker),
      ),
    );
    return { commands: new CommandBus(new EmbeddedClient(broker)), events };
  };

  const { commands, events } = await start();
  const queries = new LedgerQueries(database.owner);
  let code = 0;
  return {
    database,
    events,
    commands,
    queries,
    tenantId,
    masterKey,
    createLedger: async () => {
      const request = { tenant_id: tenantId, ledger_id: randomUUID(), name: 'Test', currency: 'USD' };
      return (await commands.send(createLedger, request)).id;
    },
    openAccount: async (ledger_id, account_type) => {
      const name = `Account ${++code}`;
      const request = {
        tenant_id: tenantId,
        ledger_id,
        account_id: randomUUID(),
        code: String(code),
        name,
        account_type,
      };
      return (await commands.send(openAccount, request)).id;
    },
    post: (posting) => commands.send(postTransaction, { tenant_id: tenantId, transaction_id: randomUUID(), posting }),
    accounts: async (ledgerId) => {
      const all: AccountBalanceView[] = [];
      for (;;) {
        const page = await queries.accounts(tenantId, ledgerId, { limit: 100, offset: all.length });
        all.push(...page);
        if (page.length < 100) return all;
      }
    },
    anotherInstance: async () => (await start()).commands,
    stop: async () => {
      for (const stop of stops) await stop();
      await database.drop();
    },
  };
}
