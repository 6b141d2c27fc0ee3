import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { PostgresEventStore } from '@probity/event-store/postgres/postgres-event-store';
import { CommandBus } from '@probity/messaging/command-bus';
import { EmbeddedBroker } from '@probity/messaging/embedded/embedded-broker';
import { EmbeddedClient } from '@probity/messaging/embedded/embedded-client';
import { EmbeddedServer } from '@probity/messaging/embedded/embedded-server';
import { Database, type DatabaseOptions } from '@probity/persistence/database';
import { ROLES } from '@probity/persistence/roles';
import { closeGracefully } from '@probity/platform/http/close-gracefully';
import { API_PREFIX } from '@probity/platform/http/http-application';
import { createLogger, type Logger } from '@probity/platform/logging';
import { Metrics } from '@probity/platform/metrics';
import { Sealer } from '@probity/platform/sealing';
import { migrations } from '@probity/read-side/migrations';
import { createBackOffice } from '../back-office/create-back-office';
import { createGateway } from '../gateway/create-gateway';
import { startLedger } from '../ledger/start-ledger';
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
  stop(): Promise<void>;
}

/** Starts every service in this process. What was started is stopped again when a later step fails. */
export async function startStandalone(
  configuration: Configuration,
  onLost: (error: Error) => void,
): Promise<Standalone> {
  const started: (() => Promise<void>)[] = [];
  const stop = async (): Promise<void> => {
    while (started.length > 0) await started.pop()!();
  };
  makeDataDirectory(configuration.dataDirectory);
  const unlock = await lockStart(configuration.dataDirectory);
  try {
    return { banner: await start(configuration, started, onLost), stop };
  } catch (error) {
    await stop();
    throw error;
  } finally {
    unlock();
  }
}

async function start(
  configuration: Configuration,
  started: (() => Promise<void>)[],
  onLost: (error: Error) => void,
): Promise<string> {
  const { dataDirectory, logLevel } = configuration;
  const secrets = loadSecrets(dataDirectory);
  const masterKey = configuration.masterKey ?? Buffer.from(secrets.master_key, 'base64');
  const operatorToken = configuration.operatorToken ?? secrets.operator_token;
  const log = createLogger(logLevel);

  const connections = await openConnections(configuration, secrets, log, started, onLost);
  const { ledgerDatabase, maintenanceDatabase, gatewayDatabase, backOfficeDatabase } = connections;

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
  started.push(stopLedger);

  const backOffice = await createBackOffice({
    database: backOfficeDatabase,
    events: new PostgresEventStore(backOfficeDatabase),
    commands,
    logger: log.child({ service: 'back-office' }),
    metrics,
    dependencies: [{ name: 'database', check: () => backOfficeDatabase.ping() }],
    operatorToken,
  });
  started.push(() => closeGracefully(backOffice));
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
  started.push(() => closeGracefully(gateway));

  const addresses = {
    back_office_url: await listen(backOffice, configuration.host, configuration.backOfficePort, 'BACK_OFFICE_PORT'),
    base_url: await listen(gateway, configuration.host, configuration.port, 'PORT'),
  };
  if (!configuration.demo) return plainBanner(addresses);
  return demoBanner(await prepareDemo(dataDirectory, addresses, operatorToken), dataDirectory);
}

/** Starts Postgres unless one is given, migrates, and opens the connections of each service. */
async function openConnections(
  { databaseUrl, dataDirectory }: Configuration,
  secrets: Secrets,
  log: Logger,
  started: (() => Promise<void>)[],
  onLost: (error: Error) => void,
) {
  const logger = log.child({ service: 'standalone' });
  let access = databaseUrl === undefined ? undefined : actingAs(databaseUrl);
  if (!access) {
    const postgres = await EmbeddedPostgres.start(dataDirectory, secrets.postgres_password, logger, onLost);
    started.push(() => postgres.stop());
    await migrate(postgres.url);
    access = await loggingIn(postgres.url);
  } else await migrate(databaseUrl!);

  const open = async (service: string, role: string, options: Partial<DatabaseOptions>): Promise<Database> => {
    const database = await Database.open({
      ...access(role),
      ...options,
      applicationName: `probity-${service}`,
      onConnectionError: (err) => log.warn({ err, service }, 'a connection to Postgres was lost'),
    });
    started.push(() => database.close());
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
async function loggingIn(superuserUrl: string): Promise<Access> {
  const database = await Database.open({ url: superuserUrl, applicationName: 'probity-logins', poolSize: 1 });
  const passwords = new Map(Object.values(ROLES).map((role) => [role as string, randomBytes(24).toString('hex')]));
  try {
    for (const [role, password] of passwords) {
      await database.query(`ALTER ROLE ${role} LOGIN PASSWORD '${password}'`);
    }
  } finally {
    await database.close();
  }
  return (role) => ({ url: superuserUrl.replace(/\/\/[^@]*@/, `//${role}:${passwords.get(role)}@`) });
}

/** 0711, not 0700: root hands Postgres to another user, who must pass through. Files in it are 0600. */
function makeDataDirectory(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o711 });
  } catch (cause) {
    throw new Error(`PROBITY_DATA_DIR ${path} cannot be used as a folder: ${(cause as Error).message}`, { cause });
  }
}

async function migrate(url: string): Promise<void> {
  const options = { url, applicationName: 'probity-migrate', poolSize: 2, migrations };
  const database = await Database.open(options).catch((cause: Error) => {
    throw new Error(`no Postgres can be used at DATABASE_URL: ${cause.message}`, { cause });
  });
  try {
    await database.migrate();
  } finally {
    await database.close();
  }
}

/** Answers the base address of the API as somebody on this machine would call it. */
async function listen(app: NestFastifyApplication, host: string, port: number, variable: string): Promise<string> {
  try {
    await app.listen(port, host);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'EADDRINUSE') throw new Error(`cannot listen on HOST ${host}: ${message}`, { cause: error });
    throw new Error(`port ${port} on ${host} is in use by another program; set ${variable} to a free one`, {
      cause: error,
    });
  }
  const address = app.getHttpServer().address() as { port: number };
  const shown = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${shown.includes(':') ? `[${shown}]` : shown}:${address.port}${API_PREFIX}`;
}
