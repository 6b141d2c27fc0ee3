import { randomBytes, randomUUID } from 'node:crypto';
import { pino } from 'pino';
import type { ReplyOf, RequestOf } from '@probity/contracts/declaration/command';
import type { AlertToRaise } from '@probity/contracts/alerts/events';
import { createCustomer, reportFindings } from '@probity/contracts/customers/commands';
import type { CustomerProfile } from '@probity/contracts/customers/profile';
import type { CustomerView } from '@probity/contracts/customers/views';
import { screenCustomer } from '@probity/contracts/pipeline/commands';
import type { EventStore } from '@probity/event-store/event-store';
import { DataKeys } from '@probity/event-store/personal-data/data-keys';
import { PersonalDataCodec } from '@probity/event-store/personal-data/personal-data-codec';
import { SealingEventStore } from '@probity/event-store/personal-data/sealing-event-store';
import { RebuildProjections } from '@probity/event-store/rebuild/rebuild-projections';
import { PostgresEventStore } from '@probity/event-store/postgres/postgres-event-store';
import { CommandBus } from '@probity/messaging/command-bus';
import { EmbeddedBroker } from '@probity/messaging/embedded/embedded-broker';
import { EmbeddedClient } from '@probity/messaging/embedded/embedded-client';
import { EmbeddedServer } from '@probity/messaging/embedded/embedded-server';
import type { Database } from '@probity/persistence/database';
import { ROLES } from '@probity/persistence/roles';
import { Metrics } from '@probity/platform/metrics';
import { newId } from '@probity/platform/ids';
import { AlertQueries } from '@probity/read-side/alerts/alert-queries';
import { AuditQueries } from '@probity/read-side/audit/audit-queries';
import { CaseQueries } from '@probity/read-side/cases/case-queries';
import { CustomerQueries } from '@probity/read-side/customers/customer-queries';
import { RiskViews } from '@probity/read-side/customers/risk-view';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { TestTime } from '../../../testing/test-time';
import { startCustomerRisk } from '../start-customer-risk';
import { PROJECTIONS } from '../projections';
import { aProfile } from './examples';
import { Faults, FaultyEventStore } from '@probity/event-store/testing/faulty-event-store';

type Findings = RequestOf<typeof reportFindings>;
type ScreenRequest = RequestOf<typeof screenCustomer>;

/** The first page of a list, large enough for any test. */
export const PAGE = { limit: 100, offset: 0 };

/**
 * The customer-risk service on its own database, with its own role. Tests send commands to it over a command bus. The
 * test provides the results of the pipeline. The queries use the role of the gateway.
 */
export interface CustomerRiskFixture {
  database: TestDatabase;
  /** the clock of all instances */
  time: TestTime;
  commands: CommandBus;
  tenantId: string;
  customers: CustomerQueries;
  alerts: AlertQueries;
  cases: CaseQueries;
  audit: AuditQueries;
  views: RiskViews;
  /** the pipeline's result of a screening; may throw or wait */
  screen: (request: ScreenRequest) => Promise<AlertToRaise[]> | AlertToRaise[];
  create(profile?: Partial<CustomerProfile>, more?: Partial<RequestOf<typeof createCustomer>>): Promise<CustomerView>;
  report(customerId: string, findings?: Partial<Findings>): Promise<ReplyOf<typeof reportFindings>>;
  /** Raises alerts for a customer; returns their ids. */
  raise(customerId: string, ...alerts: AlertToRaise[]): Promise<string[]>;
  /** Another instance of the service on the same database, with its own bus. */
  anotherInstance(): Promise<CommandBus>;
  stop(): Promise<void>;
}

/** All instances of a test share it. */
const PERSONAL_DATA_KEY = randomBytes(32);

/** The event store as the instances of a test see it: with personal data sealed. */
export const sealing = (stored: EventStore, database: Database): SealingEventStore =>
  new SealingEventStore(stored, new PersonalDataCodec(new DataKeys(database, PERSONAL_DATA_KEY)));

export interface FixtureOptions {
  /** the points at which the instances crash */
  faults?: Faults;
  /** false: the append and its projection are two transactions, as over EventStoreDB */
  isAtomic?: boolean;
  /** how long an append is repeated whose outcome is unknown */
  repeatForMs?: number;
}

export async function startCustomerRiskFixture({
  faults = new Faults(),
  isAtomic = true,
  repeatForMs,
}: FixtureOptions = {}): Promise<CustomerRiskFixture> {
  const database = await createTestDatabase();
  const time = new TestTime();
  const stops: (() => Promise<void>)[] = [];

  const start = async (): Promise<CommandBus> => {
    const service = await database.as(ROLES.customerRisk);
    const broker = new EmbeddedBroker();
    const commands = new CommandBus(new EmbeddedClient(broker));
    const screening = async (request: ScreenRequest) => ({
      mode: 'native',
      entries: 1,
      alerts: await fixture.screen(request),
    });
    broker.register(new Map([[screenCustomer.name, screening]]));
    const stored = new FaultyEventStore(new PostgresEventStore(service), service, faults, isAtomic);
    const events = sealing(stored, service);
    const logger = pino({ level: process.env.TEST_LOG_LEVEL ?? 'silent' });
    const patience = { screeningMs: 1_000, claimMs: 500, ...(repeatForMs !== undefined && { repeatForMs }) };
    const rebuild = new RebuildProjections('customer-risk', PROJECTIONS, async () => {
      const own = await database.as(ROLES.customerRisk);
      const close = (): Promise<void> => database.close(own);
      return { events: sealing(new PostgresEventStore(own), own), database: own, logger, close };
    });
    const dependencies = {
      database: service,
      events,
      commands,
      logger,
      metrics: new Metrics(),
      patience,
      time,
      rebuild,
    };
    stops.push(await startCustomerRisk(dependencies, new EmbeddedServer(broker)));
    return commands;
  };

  const reader = await database.as(ROLES.gateway);
  const tenantId = randomUUID();
  const fixture: CustomerRiskFixture = {
    database,
    time,
    commands: undefined as never, // set below, because the stand-in for the pipeline needs the fixture
    tenantId,
    customers: new CustomerQueries(reader),
    alerts: new AlertQueries(reader),
    cases: new CaseQueries(reader),
    audit: new AuditQueries(await database.as(ROLES.backOffice)),
    views: new RiskViews(reader),
    screen: () => [],
    create: (profile = {}, more = {}) => {
      const customer_id = newId();
      return fixture.commands.send(createCustomer, {
        tenant_id: tenantId,
        customer_id,
        profile: aProfile({ email: `${customer_id}@example.com`, account_refs: [], ...profile }),
        kyc_status: 'pending',
        ...more,
      });
    },
    report: (customer_id, findings = {}) =>
      fixture.commands.send(reportFindings, {
        tenant_id: tenantId,
        customer_id,
        trigger_type: 'transaction',
        reason: 'a transaction was processed',
        occurred_at: new Date().toISOString(),
        alerts: [],
        ...findings,
      }),
    raise: async (customerId, ...alerts) => (await fixture.report(customerId, { alerts })).raised,
    anotherInstance: start,
    stop: async () => {
      for (const stop of stops) await stop();
      await database.drop();
    },
  };
  fixture.commands = await start();
  return fixture;
}
