import type { MessageHandler } from '@nestjs/microservices';
import { pino } from 'pino';
import { isObservable, lastValueFrom } from 'rxjs';
import { RebuildProjections } from '@probity/event-store/rebuild/rebuild-projections';
import { PostgresEventStore } from '@probity/event-store/postgres/postgres-event-store';
import { CommandBus } from '@probity/messaging/command-bus';
import { NotOnReadSideYet } from '@probity/messaging/deliver-fact';
import { EmbeddedBroker } from '@probity/messaging/embedded/embedded-broker';
import { EmbeddedClient } from '@probity/messaging/embedded/embedded-client';
import type { EmbeddedFacts } from '@probity/messaging/embedded/embedded-facts';
import { EmbeddedServer } from '@probity/messaging/embedded/embedded-server';
import type { Database } from '@probity/persistence/database';
import { ROLES } from '@probity/persistence/roles';
import { PluginRegistry } from '@probity/providers/registry';
import { Metrics } from '@probity/platform/metrics';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { startPipeline } from '../start-pipeline';
import { TestPipeline } from '../testing/test-pipeline';

/** Resolves when the fact is handled. */
const settled = async (handled: unknown): Promise<void> => {
  if (isObservable(handled)) await lastValueFrom(handled, { defaultValue: undefined });
};

describe('the fact that a customer has another account', () => {
  let test: TestDatabase;
  let database: Database;
  let stop: () => Promise<void>;
  let handlers: ReadonlyMap<string, MessageHandler>;
  beforeAll(async () => {
    test = await createTestDatabase();
    database = await test.as(ROLES.pipeline);
    const broker = new EmbeddedBroker();
    const facts = {
      start: (given: typeof handlers) => (handlers = given),
      stop: () => Promise.resolve(),
    } as unknown as EmbeddedFacts;
    stop = await startPipeline(
      {
        database,
        maintenance: database,
        events: new PostgresEventStore(database),
        commands: new CommandBus(new EmbeddedClient(broker)),
        logger: pino({ level: 'silent' }),
        metrics: new Metrics(),
        masterKeys: { current: Buffer.alloc(32, 1) },
        plugins: new PluginRegistry([]),
        rebuild: new RebuildProjections('pipeline', [], () => Promise.reject(new Error('not rebuilt here'))),
        targets: { allowedPorts: new Set(), allowInsecureLoopback: false },
      },
      new EmbeddedServer(broker, facts),
    );
  });
  afterAll(async () => {
    await stop();
    await test.drop();
  });

  it('is handled only after the read side has the account, so that all its waiting events are assigned', async () => {
    const pipeline = new TestPipeline(database, test.owner);
    const customer_id = await pipeline.customer([]);
    const [event] = await pipeline.ingest({ account_ref: 'later' });
    const handle = handlers.get('customer-risk.CustomerProfileChanged')!;
    const changed = async (): Promise<void> => {
      await settled(await handle({ customer_id }, { revision: 1 }));
    };
    const owner = async () => (await pipeline.events.event(pipeline.tenantId, event!))!.customer_id;

    await expect(changed()).rejects.toMatchObject({ kind: 'overloaded', code: 'unavailable' });
    expect(await owner()).toBeNull();

    await test.owner.query('INSERT INTO customer_risk.customer_account_refs VALUES ($1, $2, $3, now(), 0)', [
      customer_id,
      'later',
      pipeline.tenantId,
    ]);
    await test.owner.query(
      `UPDATE customer_risk.customers SET revision = 1, profile = jsonb_set(profile::jsonb, '{account_refs}', '["later"]')
       WHERE id = $1`,
      [customer_id],
    );
    await changed();
    while ((await owner()) === null);
    expect(await owner()).toBe(customer_id);
  });

  it('is not waited for when the customer was erased', async () => {
    const customer_id = await new TestPipeline(database, test.owner).customer([]);
    const handled = async () =>
      handlers.get('customer-risk.CustomerCreated')!(
        { customer_id },
        { stream: `customer-${customer_id}`, revision: 7 },
      );
    await expect(handled().then(settled)).rejects.toBeInstanceOf(NotOnReadSideYet);
    await test.owner.query('UPDATE customer_risk.customers SET erased_at = now() WHERE id = $1', [customer_id]);
    await handled().then(settled);
  });
});
