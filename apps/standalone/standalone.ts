import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { checkOrigin } from '@probity/event-store/origin/check-origin';
import { PostgresEventStore } from '@probity/event-store/postgres/postgres-event-store';
import { CommandBus } from '@probity/messaging/command-bus';
import { EmbeddedBroker } from '@probity/messaging/embedded/embedded-broker';
import { EmbeddedFacts } from '@probity/messaging/embedded/embedded-facts';
import { EmbeddedClient } from '@probity/messaging/embedded/embedded-client';
import { EmbeddedServer } from '@probity/messaging/embedded/embedded-server';
import { Database, type DatabaseOptions } from '@probity/persistence/database';
import { ROLES } from '@probity/persistence/roles';
import { closeGracefully } from '@probity/platform/http/close-gracefully';
import { API_PREFIX } from '@probity/platform/http/http-application';
import { listenOn } from '@probity/platform/http/operations-server';
import { createLogger, type Logger } from '@probity/platform/logging';
import { Metrics } from '@probity/platform/metrics';
import { Sealer } from '@probity/platform/sealing';
import { Undo } from '@probity/platform/undo';
import { migrateDatabase, type RolePasswords } from '@probity/read-side/migrate-database';
import { createBackOffice } from '../back-office/create-back-office';
import { startCustomerRisk } from '../customer-risk/start-customer-risk';
import { createGateway } from '../gateway/create-gateway';
import { startLedger } from '../ledger/start-ledger';
import { startPipeline } from '../pipeline/start-pipeline';
import { startWebhookDispatcher, WEBHOOK_CONNECTIONS } from '../webhook-dispatcher/start-webhook-dispatcher';
import type { Configuration } from './configuration';
import { demoBanner, plainBanner } from './demo/banner';
import { prepareDemo } from './demo/demo-tenant';
import { EmbeddedPostgres } from './postgres/embedded-postgres';
import { lockStart } from './start-lock';
import { loadSecrets, type Secrets } from './secrets';

const LEDGER_CONNECTIONS = 16;
const READ_TIMEOUT_MS = 5_000;
const WRITE_TIMEOUT_MS = 30_000;

export interface Standalone {
  banner: string;
  stop: () => Promise<void>;
}

/** Starts every service in this process. What was started is stopped again when a later step fails. */
export async function startStandalone(
  configuration: Configuration,
  onLost: (error: Error) => void,
): Promise<Standalone> {
  makeDataDirectory(configuration.dataDirectory);
  const unlock = await lockStart(configuration.dataDirectory);
  try {
    return await Undo.onFailure(async (undo) => ({
      banner: await start(configuration, undo, onLost),
      stop: () => undo.all(),
    }));
  } finally {
    unlock();
  }
}

async function start(configuration: Configuration, undo: Undo, onLost: (error: Error) => void): Promise<string> {
  const { dataDirectory, logLevel } = configuration;
  const secrets = loadSecrets(dataDirectory);
  const masterKey = configuration.masterKey ?? Buffer.from(secrets.master_key, 'base64');
  const operatorToken = configuration.operatorToken ?? secrets.operator_token;
  const log = createLogger(logLevel);

  const connections = await openConnections(configuration, secrets, log, undo, onLost);
  const { ledgerDatabase, maintenanceDatabase, gatewayDatabase, backOfficeDatabase } = connections;
  const { customerRiskDatabase, pipelineDatabase, pipelineMaintenance, relayDatabase, webhookDatabase } = connections;

  await checkOrigin(ledgerDatabase, undefined);
  const metrics = new Metrics();
  const broker = new EmbeddedBroker();
  const commands = new CommandBus(new EmbeddedClient(broker));
  const stopLedger = await startLedger(
    {
      database: ledgerDatabase,
      maintenance: maintenanceDatabase,
      events: new PostgresEventStore(ledgerDatabase),
      sealer: new Sealer(masterKey),
      logger: log.child({ service: 'ledger' }),
      metrics,
    },
    new EmbeddedServer(broker),
  );
  undo.later(stopLedger);
  const stopCustomerRisk = await startCustomerRisk(
    {
      database: customerRiskDatabase,
      events: new PostgresEventStore(customerRiskDatabase),
      commands,
      logger: log.child({ service: 'customer-risk' }),
      metrics,
    },
    new EmbeddedServer(broker),
  );
  undo.later(stopCustomerRisk);
  const factsFor = (consumer: string, logger: Logger): EmbeddedFacts =>
    new EmbeddedFacts({ consumer, store: new PostgresEventStore(relayDatabase), database: relayDatabase, logger });
  const pipelineLogger = log.child({ service: 'pipeline' });
  const stopPipeline = await startPipeline(
    {
      database: pipelineDatabase,
      maintenance: pipelineMaintenance,
      events: new PostgresEventStore(pipelineDatabase),
      commands,
      logger: pipelineLogger,
      metrics,
    },
    new EmbeddedServer(broker, factsFor('pipeline', pipelineLogger)),
  );
  undo.later(stopPipeline);
  const webhookLogger = log.child({ service: 'webhook-dispatcher' });
  const stopWebhookDispatcher = await startWebhookDispatcher(
    {
      database: webhookDatabase,
      sealer: new Sealer(masterKey),
      targets: configuration.webhookTargets,
      logger: webhookLogger,
      metrics,
    },
    new EmbeddedServer(broker, factsFor('webhook-dispatcher', webhookLogger)),
  );
  undo.later(stopWebhookDispatcher);

  const backOffice = await createBackOffice({
    database: backOfficeDatabase,
    events: new PostgresEventStore(backOfficeDatabase),
    commands,
    logger: log.child({ service: 'back-office' }),
    metrics,
    dependencies: [{ name: 'database', check: () => backOfficeDatabase.ping() }],
    operatorToken,
  });
  undo.later(() => closeGracefully(backOffice));
  const gateway = await createGateway({
    database: gatewayDatabase,
    commands,
    logger: log.child({ service: 'gateway' }),
    metrics,
    dependencies: [
      { name: 'database', check: () => gatewayDatabase.ping() },
      { name: 'ledger', check: () => ledgerDatabase.ping() },
    ],
  });
  undo.later(() => closeGracefully(gateway));

  const addresses = {
    back_office_url: await listen(backOffice, configuration.host, configuration.backOfficePort, 'BACK_OFFICE_PORT'),
    base_url: await listen(gateway, configuration.host, configuration.port, 'PORT'),
  };
  if (!configuration.demo) return plainBanner(addresses);
  const demo = await prepareDemo(dataDirectory, addresses, operatorToken);
  return demoBanner(demo, dataDirectory, configuration.webhookTargets.allowInsecureLoopback);
}

/** Starts Postgres unless one is given, migrates, and opens the connections of each service. */
async function openConnections(
  { databaseUrl, dataDirectory }: Configuration,
  secrets: Secrets,
  log: Logger,
  undo: Undo,
  onLost: (error: Error) => void,
) {
  const logger = log.child({ service: 'standalone' });
  let access = databaseUrl === undefined ? undefined : actingAs(databaseUrl);
  if (!access) {
    const postgres = await EmbeddedPostgres.start(dataDirectory, secrets.postgres_password, logger, onLost);
    undo.later(() => postgres.stop());
    const passwords = rolePasswords();
    await migrateDatabase(postgres.url, passwords);
    access = loggingIn(postgres.url, passwords);
  } else await migrateDatabase(databaseUrl!);

  const open = async (service: string, role: string, options: Partial<DatabaseOptions>): Promise<Database> => {
    const database = await Database.open({
      ...access(role),
      ...options,
      applicationName: `probity-${service}`,
      onConnectionError: (err) => log.warn({ err, service }, 'a connection to Postgres was lost'),
    });
    undo.later(() => database.close());
    return database;
  };
  return {
    ledgerDatabase: await open('ledger', ROLES.ledger, {
      poolSize: LEDGER_CONNECTIONS,
      queryTimeoutMs: WRITE_TIMEOUT_MS,
    }),
    maintenanceDatabase: await open('ledger-maintenance', ROLES.ledger, { poolSize: 4 }),
    gatewayDatabase: await open('gateway', ROLES.gateway, { queryTimeoutMs: READ_TIMEOUT_MS }),
    backOfficeDatabase: await open('back-office', ROLES.backOffice, { queryTimeoutMs: WRITE_TIMEOUT_MS }),
    customerRiskDatabase: await open('customer-risk', ROLES.customerRisk, { queryTimeoutMs: WRITE_TIMEOUT_MS }),
    pipelineDatabase: await open('pipeline', ROLES.pipeline, { queryTimeoutMs: WRITE_TIMEOUT_MS }),
    pipelineMaintenance: await open('pipeline-maintenance', ROLES.pipeline, { poolSize: 6 }),
    relayDatabase: await open('relay', ROLES.relay, { poolSize: 6 }),
    webhookDatabase: await open('webhook-dispatcher', ROLES.webhookDispatcher, {
      poolSize: WEBHOOK_CONNECTIONS,
      queryTimeoutMs: WRITE_TIMEOUT_MS,
    }),
  };
}

type Access = (role: string) => { url: string; role?: string };

/** On a Postgres that is given, its one login acts as each service's role. */
const actingAs =
  (url: string): Access =>
  (role) => ({ url, role });

/**
 * On the embedded Postgres each service logs in as its role, with a password made for this run, so
 * that no SQL can take it further than the role's grants.
 */
const loggingIn =
  (superuserUrl: string, passwords: Required<RolePasswords>): Access =>
  (role) => ({ url: superuserUrl.replace(/\/\/[^@]*@/, `//${role}:${passwords[role as keyof RolePasswords]}@`) });

function rolePasswords(): Required<RolePasswords> {
  const entries = Object.values(ROLES).map((role) => [role, randomBytes(24).toString('hex')]);
  return Object.fromEntries(entries) as Required<RolePasswords>;
}

/** 0711, not 0700: root hands Postgres to another user, who must pass through. Files in it are 0600. */
function makeDataDirectory(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o711 });
  } catch (cause) {
    throw new Error(`PROBITY_DATA_DIR ${path} cannot be used as a folder: ${(cause as Error).message}`, { cause });
  }
}

/** Answers the base address of the API as somebody on this machine would call it. */
async function listen(app: NestFastifyApplication, host: string, port: number, variable: string): Promise<string> {
  await listenOn(app, { host, port }, variable);
  const address = app.getHttpServer().address() as { port: number };
  const shown = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${shown.includes(':') ? `[${shown}]` : shown}:${address.port}${API_PREFIX}`;
}
