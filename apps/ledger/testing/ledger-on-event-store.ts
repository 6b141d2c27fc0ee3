import { randomBytes, randomUUID } from 'node:crypto';
import { EventStoreDBClient } from '@eventstore/db-client';
import { pino } from 'pino';
import { database, store, url } from '@probity/event-store/eventstoredb/testing/stored-events';
import { CommandBus } from '@probity/messaging/command-bus';
import { EmbeddedBroker } from '@probity/messaging/embedded/embedded-broker';
import { EmbeddedClient } from '@probity/messaging/embedded/embedded-client';
import { EmbeddedServer } from '@probity/messaging/embedded/embedded-server';
import { Metrics } from '@probity/platform/metrics';
import { Sealer } from '@probity/platform/sealing';
import { RebuildProjections } from '@probity/event-store/rebuild/rebuild-projections';
import { PROJECTIONS } from '../projections';
import { startLedger } from '../start-ledger';

export const tenant_id = randomUUID();
/** the connection of another program */
export let client: EventStoreDBClient;
const sealer = new Sealer(randomBytes(32));
const stops: (() => Promise<void>)[] = [];

/** Call it inside a `describe`: prepares a tenant, and stops all instances after the last test. */
export function withTenant(): void {
  beforeAll(async () => {
    client = EventStoreDBClient.connectionString(url);
    await database.owner.query(
      "INSERT INTO back_office.tenants (id, slug, name, created_at, revision) VALUES ($1, 'test', 'Test', now(), 0)",
      [tenant_id],
    );
    await database.owner.query("INSERT INTO back_office.currencies VALUES ($1, 'USD', 'US Dollar', 2)", [tenant_id]);
  });
  afterAll(async () => {
    for (const stop of stops) await stop();
    await client.dispose();
  });
}

/** Starts an instance of the ledger on the EventStoreDB of the spec. */
export async function startInstance(): Promise<CommandBus> {
  const broker = new EmbeddedBroker();
  const { owner } = database;
  const logger = pino({ level: 'silent' });
  const rebuild = new RebuildProjections('ledger', PROJECTIONS, () =>
    Promise.resolve({ events: store, database: owner, logger, close: () => Promise.resolve() }),
  );
  const parts = { database: owner, maintenance: owner, events: store, rebuild, sealer, logger, metrics: new Metrics() };
  stops.push(await startLedger(parts, new EmbeddedServer(broker)));
  return new CommandBus(new EmbeddedClient(broker));
}
