import type { KeyObject } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Connection } from '@probity/event-store/eventstoredb/connection';
import { OtherEventStore } from '@probity/event-store/origin/other-event-store';
import { embeddedTransport } from '@probity/messaging/embedded/embedded-transport';
import type { Transport } from '@probity/messaging/transport';
import { type Access, openServiceDatabase } from '@probity/persistence/open-service-database';
import { ROLES } from '@probity/persistence/roles';
import {
  masterKeys,
  type MasterKeySettings,
  personalDataKeys,
  personalDataKeysOf,
} from '@probity/platform/keys/key-variables';
import { API_PREFIX } from '@probity/platform/http/http-application';
import { listenOn } from '@probity/platform/http/operations-server';
import { createLogger, type Logger } from '@probity/platform/logging';
import { LostDependencies } from '@probity/platform/lost-dependencies';
import { Metrics } from '@probity/platform/metrics';
import type { Ready } from '@probity/platform/process-output';
import type { RunningService } from '@probity/platform/run-service';
import { StartWaits } from '@probity/platform/start-waits';
import { Undo } from '@probity/platform/undo';
import type { Surroundings } from '@probity/service/start-service';
import type { Configuration } from './configuration';
import { demoBanner, plainBanner } from './demo/banner';
import { prepareDemo } from './demo/demo-tenant';
import { preparePostgres } from './postgres/prepare-postgres';
import { loadSecrets } from './secrets';
import { lockStart } from './start-lock';

/**
 * Starts every service in this process. When a step fails, the earlier steps are undone.
 *
 * @param signal stops waiting for databases and brokers, and thus the start
 */
export async function startStandalone(
  configuration: Configuration,
  onLost: (error: Error) => void,
  signal: AbortSignal,
): Promise<RunningService> {
  makeDataDirectory(configuration.dataDirectory);
  const [unlock] = await Promise.all([lockStart(configuration.dataDirectory), nextTurn().then(loadStartServices)]);
  try {
    return await Undo.onFailure(async (undo) => ({
      ready: await start(configuration, undo, onLost, signal),
      stop: () => undo.all(),
    }));
  } catch (error) {
    throw error instanceof OtherEventStore && configuration.databaseUrl === undefined
      ? error.inDataDirectory(configuration.dataDirectory)
      : error;
  } finally {
    unlock();
  }
}

/** Loads Nest and other packages while the lock settles. */
const loadStartServices = () => import('./start-services');

/** Returns what to print once every service is ready. */
async function start(
  configuration: Configuration,
  undo: Undo,
  onLost: (error: Error) => void,
  signal: AbortSignal,
): Promise<Ready> {
  const { dataDirectory, kafka, eventStoreUrl, webhooksMayLoopBack } = configuration;
  const secrets = loadSecrets(dataDirectory);
  const { keys } = configuration;
  const PROBITY_MASTER_KEY = keys.PROBITY_MASTER_KEY?.length
    ? keys.PROBITY_MASTER_KEY
    : Buffer.from(secrets.master_key, 'base64');
  const master = { ...keys, PROBITY_MASTER_KEY };
  const given = {
    ...master,
    ...personalDataKeysOf(masterKeys(master), keys),
    PROBITY_OPERATOR_TOKEN: configuration.operatorToken ?? secrets.operator_token,
    WEBHOOK_PORTS: configuration.webhookPorts,
    WEBHOOK_ALLOW_LOOPBACK: webhooksMayLoopBack,
    PROVIDER_PORTS: configuration.providerPorts,
    PROVIDER_ALLOW_LOOPBACK: configuration.providersMayLoopBack,
    PROVIDER_ALLOWED_NETWORKS: configuration.providerNetworks,
    BACK_OFFICE_ORIGIN: configuration.backOfficeOrigin,
    ...configuration.fileScan,
    ...configuration.copies,
    ...configuration.verification,
    ...configuration.http,
  };
  const lost = new LostDependencies();
  undo.later(async () => lost.stop());
  const logger = createLogger(configuration.logLevel, lost);
  const waits = new StartWaits(logger.child({ service: 'standalone' }), signal);
  const eventStore = eventStoreUrl === undefined ? undefined : await connectionTo(eventStoreUrl);
  undo.later(async () => eventStore?.close());
  const [access, { START_GROUPS }] = await Promise.all([
    preparePostgres(configuration, secrets, logger, undo, onLost),
    nextTurn().then(() => import('./services')), // loading keeps this thread busy; Postgres starts in the meantime
  ]);

  const metrics = new Metrics();
  let transport: Transport;
  if (kafka) {
    const { makeMissingTopics } = await import('./make-missing-topics');
    await waits.until('Kafka at KAFKA_BROKERS', () => makeMissingTopics(kafka));
    const { kafkaTransport } = await import('@probity/messaging/kafka/kafka-transport');
    transport = kafkaTransport(kafka, onLost);
  } else {
    const database = await openServiceDatabase('facts', access(ROLES.relay), logger, { poolSize: 6 });
    undo.later(() => database.close());
    const { openStore } = await import('@probity/service/start-service');
    const { store } = await openStore({ eventStore, waits }, database, personalDataKeys(given));
    transport = embeddedTransport({ store, database, metrics });
  }

  const settings = { ...given, PROBITY_GRANT_KEY: await grantKey(access, logger, { eventStore, waits }, master) };
  const around = { undo, waits, logger, lost, metrics, access, eventStore, transport };
  const groups = START_GROUPS.map((group) => group.filter(({ needs }) => kafka || !needs.includes('kafka')));
  const addresses: Record<string, string> = {};
  const { startServices } = await loadStartServices();
  for (const { service, http } of await startServices(groups, settings, around)) {
    addresses[service] = await listen(http, service, configuration);
  }
  const urls = { base_url: addresses.gateway!, back_office_url: addresses['back-office']! };
  const ready = { message: 'Probity is ready.', fields: { ...urls, data_directory: dataDirectory } };
  if (!configuration.demo) return { ...ready, text: plainBanner(urls) };
  const { demo, staff } = await prepareDemo(dataDirectory, urls, given.PROBITY_OPERATOR_TOKEN);
  return { ...ready, text: demoBanner(demo, staff, dataDirectory, webhooksMayLoopBack) };
}

async function connectionTo(eventStoreUrl: string): Promise<Connection> {
  const { Connection } = await import('@probity/event-store/eventstoredb/connection');
  return new Connection(eventStoreUrl);
}

/**
 * The mode is 0711, not 0700: if root starts Probity, Postgres runs as another user, who must be able to enter this
 * folder. Secret files in it have mode 0600.
 */
function makeDataDirectory(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o711 });
  } catch (cause) {
    throw new Error(`PROBITY_DATA_DIR ${path} cannot be used as a folder: ${(cause as Error).message}`, { cause });
  }
}

/** Returns the base URL of the API for programs on this machine. */
async function listen(app: NestFastifyApplication, name: string, configuration: Configuration): Promise<string> {
  const { host, port, backOfficePort } = configuration;
  if (name === 'gateway') await listenOn(app, { host, port });
  else await listenOn(app, { host, port: backOfficePort }, 'BACK_OFFICE_PORT');
  const address = app.getHttpServer().address() as { port: number };
  const shown = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${shown.includes(':') ? `[${shown}]` : shown}:${address.port}${API_PREFIX}`;
}

/** The public key with which the gateway checks API keys. The back office may not have run before. */
async function grantKey(
  access: Access,
  logger: Logger,
  around: Pick<Surroundings, 'eventStore' | 'waits'>,
  keys: MasterKeySettings,
): Promise<KeyObject> {
  const [{ openStore }, { openGrantSigner }] = await Promise.all([
    import('@probity/service/start-service'),
    import('../back-office/api-keys/grant-key'),
  ]);
  const database = await openServiceDatabase('grant-key', access(ROLES.backOffice), logger, { poolSize: 1 });
  try {
    const { store } = await openStore(around, database);
    return (await openGrantSigner(store, masterKeys(keys))).publicKey;
  } finally {
    await database.close();
  }
}
