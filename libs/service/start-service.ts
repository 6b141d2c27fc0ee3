import { AggregateStore } from '@probity/event-store/aggregate-store';
import { AuthenticatingEventStore } from '@probity/event-store/authentication/authenticating-event-store';
import type { EventAuthentication } from '@probity/event-store/authentication/event-authentication';
import { verifyEvents } from '@probity/event-store/authentication/verify-events';
import type { EventStore } from '@probity/event-store/event-store';
import type { Connection } from '@probity/event-store/eventstoredb/connection';
import { type OpenedEventStore, openEventStore } from '@probity/event-store/open-event-store';
import { DataKeys } from '@probity/event-store/personal-data/data-keys';
import { PersonalDataCodec } from '@probity/event-store/personal-data/personal-data-codec';
import { SealOlderEvents } from '@probity/event-store/personal-data/seal-older-events';
import { SealingEventStore } from '@probity/event-store/personal-data/sealing-event-store';
import type { Follower } from '@probity/event-store/follower';
import { projectionFollowers } from '@probity/event-store/projection-follower';
import type { RebuildParts } from '@probity/event-store/rebuild/rebuild-parts';
import { REBUILD_CONNECTIONS, RebuildProjections } from '@probity/event-store/rebuild/rebuild-projections';
import { RestoredReadSide } from '@probity/event-store/restored-read-side';
import { CommandBus } from '@probity/messaging/command-bus';
import { KeyedCommands } from '@probity/messaging/idempotency/keyed-commands';
import { KeyedOperations } from '@probity/messaging/idempotency/keyed-operations';
import { OperationRecords } from '@probity/messaging/idempotency/operation-records';
import type { Transport } from '@probity/messaging/transport';
import type { Database } from '@probity/persistence/database';
import type { PoolOptions } from '@probity/persistence/database-options';
import { type Access, openServiceDatabase } from '@probity/persistence/open-service-database';
import type { DependencyCheck } from '@probity/platform/http/operation-routes';
import type { Logger } from '@probity/platform/logging';
import type { LostDependencies } from '@probity/platform/lost-dependencies';
import type { Metrics } from '@probity/platform/metrics';
import type { StartWaits } from '@probity/platform/start-waits';
import { Sealer, type SealingKeys } from '@probity/platform/sealing';
import { TimeSource } from '@probity/platform/time-source';
import type { Undo } from '@probity/platform/undo';
import {
  AUTHENTICATES_EVENTS,
  LEARNS_EVENT_KEYS,
  openAuthentication,
  sealedEventKeys,
  takeoverOf,
} from './event-authentication';
import { Presence } from './presence';
import { Resealing } from './resealing/resealing';
import { sealedOperations } from './resealing/sealed-operations';
import { type Needs, type ServiceOf, type Started, WRITE_TIMEOUT_MS } from './service';

/** The parts that all services of one process share. */
export interface Surroundings {
  undo: Undo;
  /** waits for other systems; stops waiting when the process must stop */
  waits: StartWaits;
  logger: Logger;
  /** logs when a dependency is lost, and when it is back */
  lost: LostDependencies;
  metrics: Metrics;
  access: Access;
  /** the connection of the whole process; undefined: the events are in Postgres */
  eventStore: Connection | undefined;
  transport: Transport;
  /** Serves the health of a service that has no API. Returns the function that stops it. */
  serveHealth?: (dependencies: DependencyCheck[]) => Promise<() => Promise<void>>;
  /** readiness checks of an API in addition to those of its own parts */
  dependencies?: DependencyCheck[];
  /** called when the parts of the service are open and its own start begins */
  onOpened?: () => void;
}

/**
 * Opens the parts that a service needs, starts the followers of its projections, and starts the service. `undo` stops
 * and closes all of them in reverse order.
 *
 * @param instance unique among all instances of all services
 * @throws Error that says which part cannot be used, and why
 */
export async function startService<Settings>(
  service: ServiceOf<Settings>,
  settings: Settings,
  instance: string,
  around: Surroundings,
): Promise<Started & { dependencies: DependencyCheck[] }> {
  const { undo, waits, metrics } = around;
  const { name, role, topics = [], projections = [] } = service;
  const logger = around.logger.child({ service: name });
  const needs = (need: keyof Needs): boolean => service.needs.includes(need);
  const open = async (suffix: string, pool: PoolOptions): Promise<Database> => {
    const database = await openServiceDatabase(name + suffix, around.access(role), logger, pool);
    undo.later(() => database.close());
    return database;
  };

  let authentication: EventAuthentication | undefined;
  const openRebuild = async (): Promise<RebuildParts> => {
    // Tables may be empty when it begins, and Postgres keeps the plans that it made then.
    const pool = { poolSize: REBUILD_CONNECTIONS, prefersIndexes: true };
    const own = await openServiceDatabase(`${name}-rebuild`, around.access(role), logger, pool);
    const close = (): Promise<void> => own.close();
    try {
      const stored = await openStore(around, own, undefined, { readsManyStreams: true });
      const { store } = await readable(stored, own, service, settings, authentication?.on(own));
      return { events: store, database: own, logger, close };
    } catch (error) {
      await close();
      throw error;
    }
  };

  const database = await open('', service.pool);
  const maintenance = service.maintenancePool ? await open('-maintenance', service.maintenancePool) : database;
  const dependencies: DependencyCheck[] = [{ name: 'database', check: () => database.ping() }];
  around.lost.watch('database', () => database.ping());
  const check = (of: string, part: { checkReady?: () => Promise<void> } | undefined): void => {
    if (part?.checkReady) dependencies.push({ name: of, check: () => part.checkReady!() });
  };

  const stored = needs('events') ? await openStore(around, database) : undefined;
  for (const { check } of stored?.dependencies ?? []) around.lost.watch('event_store', check);
  const masterKeys = service.masterKeys?.(settings);
  if (stored && masterKeys) {
    const open = () => openAuthentication(service, masterKeys, stored.store, database);
    authentication = await waits.until(`the key that authenticates the events of ${name}`, open);
  }
  const events = stored && (await readable(stored, database, service, settings, authentication));
  if (events) dependencies.push(...events.dependencies);
  let followers: Follower[] = [];
  if (events && !events.store.isAtomic && projections.length > 0) {
    // Each follower uses one connection for its lock and another one for its work.
    const pool = { poolSize: 2 * projections.length, queryTimeoutMs: WRITE_TIMEOUT_MS };
    const followed = { store: events.store, database: await open('-followers', pool), logger, metrics };
    followers = projectionFollowers(name, projections, followed);
    for (const follower of followers) undo.later(() => follower.stop());
  }

  const restored =
    events?.store.isAtomic && projections.length > 0
      ? new RestoredReadSide(name, projections, { store: events.store, database, logger, metrics })
      : undefined;
  undo.later(async () => restored?.stop());

  let older: SealOlderEvents | undefined;
  if (events?.store.isAtomic && events.codec && projections.length > 0) {
    older = new SealOlderEvents(name, database, events.codec, logger);
    older.start();
    undo.later(() => older!.stop());
  }
  if (stored && authentication) {
    const takeover = takeoverOf(authentication, { store: stored.store, database, logger, sealed: older?.sealed });
    await waits.until(`the record of the events that ${name} has taken over`, () => takeover.look());
    takeover.start();
    undo.later(() => takeover.stop());
  }

  const operations = keyedOperations(service, settings, database, logger);
  operations?.start();
  undo.later(async () => operations?.stop());

  const { topicPrefix, kafka, clientOf, serverOf } = around.transport({ name, instance, logger, database });
  const client = needs('commands') ? clientOf(service.warmed) : undefined;
  undo.later(async () => void (await client?.close()));
  const server = needs('transport') ? serverOf(topics, operations && new KeyedCommands(operations)) : undefined;
  check('broker', server ?? client);
  if (server) check('replies', client);
  if (server?.lag) watchLag(metrics, name, server.lag.bind(server), logger);

  // Health is served before the service joins its consumer groups, so that operators can see a start that waits.
  if (!needs('dependencies') && around.serveHealth) undo.later(await around.serveHealth(dependencies));
  if (client) await waits.until(kafka ? 'Kafka at KAFKA_BROKERS' : 'the command bus', () => client.connect());
  const given = {
    events: events?.store,
    commands: client && new CommandBus(client),
    transport: server,
    operations,
    kafka,
    rebuild: new RebuildProjections(name, projections, openRebuild),
    verifyEvents: (signal: AbortSignal) =>
      verifyEvents({ authentication: authentication!, store: stored!.store, database }, signal),
    dependencies: [...dependencies, ...(around.dependencies ?? [])],
  };
  const parts = { database, maintenance, logger, metrics, topicPrefix, ...(given as Needs) };
  // Decisions read the read side. If Postgres was restored from a backup, it lacks emails and codes that are in use.
  await waits.until(`the events that ${name} has not projected yet`, () =>
    Promise.all([restored?.catchUp(), ...followers.map((f) => f.catchUp())]),
  );
  for (const follower of followers) follower.start();
  restored?.start();
  const starting = waits.until(`the start of ${name}`, () => service.start(parts, settings));
  around.onOpened?.();
  const started = await starting;
  undo.later(started.stop);
  dependencies.push(...(started.dependencies ?? []));
  const resealing = resealingOf(service, settings, { database, stored: stored?.store, events: events?.store, logger });
  resealing?.start();
  undo.later(async () => resealing?.stop());
  const abilities = authentication ? [AUTHENTICATES_EVENTS, LEARNS_EVENT_KEYS] : [];
  const presence = new Presence(database, { service: name, instance, abilities }, dependencies, logger);
  presence.start();
  undo.later(() => presence.stop());
  return { ...started, dependencies };
}

function keyedOperations<Settings>(
  { operations }: ServiceOf<Settings>,
  settings: Settings,
  database: Database,
  logger: Logger,
): KeyedOperations | undefined {
  if (!operations) return undefined;
  const sealer = new Sealer(operations.sealingKeys(settings));
  return new KeyedOperations(new OperationRecords(database, operations.schema, sealer, new TimeSource()), logger);
}

interface Stores {
  /** as it is, without authentication and with personal data sealed */
  stored: EventStore | undefined;
  events: EventStore | undefined;
}

function resealingOf<Settings>(
  { name, operations, masterKeys, sealed }: ServiceOf<Settings>,
  settings: Settings,
  { database, stored, events, logger }: Stores & { database: Database; logger: Logger },
): Resealing | undefined {
  const store = events && new AggregateStore(events, database);
  const secrets = [
    ...(masterKeys && stored ? [sealedEventKeys(name, stored, new Sealer(masterKeys(settings)))] : []),
    ...(sealed?.({ database, stored: stored!, store: store! }, settings) ?? []),
    ...(operations ? sealedOperations(database, new Sealer(operations.sealingKeys(settings)), operations.schema) : []),
  ];
  return secrets.length === 0 ? undefined : new Resealing(name, secrets, database, logger);
}

const LAG = 'probity_kafka_consumer_lag';

function watchLag(metrics: Metrics, service: string, lag: () => Promise<Map<string, number>>, logger: Logger): void {
  const read = async () =>
    [...(await lag())].map(([topic, value]) => ({ gauge: LAG, labels: { service, topic }, value }));
  const about = { [LAG]: 'Messages that the instances of a service have not handled yet, by topic' };
  metrics.watch(about, ['service', 'topic'], read, (err) => logger.warn({ err }, 'the consumer lag cannot be read'));
}

/**
 * Opens the configured event store. Waits for an EventStoreDB that is not available yet.
 *
 * @param personalDataKeys open and seal personal data; see `Service.personalDataKeys`
 */
export async function openStore(
  { eventStore, waits }: Pick<Surroundings, 'eventStore' | 'waits'>,
  database: Database,
  personalDataKeys?: SealingKeys,
  options?: { readsManyStreams: boolean },
): Promise<OpenedEventStore & { codec?: PersonalDataCodec }> {
  const what = eventStore ? 'EventStoreDB at EVENTSTORE_URL' : 'the event store in Postgres';
  const opened = await waits.until(what, () => openEventStore(eventStore, database, options));
  return personalDataKeys ? inClear(opened, database, personalDataKeys) : opened;
}

/** The event store as the service uses it: its events are authenticated, and in clear. */
async function readable<Settings>(
  stored: OpenedEventStore,
  database: Database,
  { personalDataKeys }: ServiceOf<Settings>,
  settings: Settings,
  authentication: EventAuthentication | undefined,
): Promise<OpenedEventStore & { codec?: PersonalDataCodec }> {
  const store = authentication ? new AuthenticatingEventStore(stored.store, authentication) : stored.store;
  const opened = { ...stored, store };
  return personalDataKeys ? inClear(opened, database, personalDataKeys(settings)) : opened;
}

/**
 * An event store whose events are read and appended in clear, and stored with personal data sealed.
 *
 * @throws Error when another key was used before
 */
export async function inClear(
  opened: OpenedEventStore,
  database: Database,
  personalDataKeys: SealingKeys,
): Promise<OpenedEventStore & { codec: PersonalDataCodec }> {
  const keys = new DataKeys(database, personalDataKeys);
  await keys.checkInstallationKey();
  const codec = new PersonalDataCodec(keys);
  return { ...opened, store: new SealingEventStore(opened.store, codec), codec };
}
