import type { CustomTransportStrategy } from '@nestjs/microservices';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { ValidatorSpec } from 'envalid';
import type { Kafka } from 'kafkajs';
import type { AggregateStore } from '@probity/event-store/aggregate-store';
import type { EventVerification } from '@probity/event-store/authentication/verify-events';
import type { EventStore } from '@probity/event-store/event-store';
import type { Projection } from '@probity/event-store/aggregate';
import type { RebuildProjections } from '@probity/event-store/rebuild/rebuild-projections';
import type { CommandBus } from '@probity/messaging/command-bus';
import type { KeyedOperations } from '@probity/messaging/idempotency/keyed-operations';
import type { RecordSchema } from '@probity/messaging/idempotency/operation-records';
import type { Database } from '@probity/persistence/database';
import type { PoolOptions } from '@probity/persistence/database-options';
import type { DependencyCheck } from '@probity/platform/http/operation-routes';
import type { Logger } from '@probity/platform/logging';
import type { Metrics } from '@probity/platform/metrics';
import type { SealingKeys } from '@probity/platform/sealing';
import type { SealedSecrets } from './resealing/sealed-secrets';

/** The time-out of SQL statements in services that write. */
export const WRITE_TIMEOUT_MS = 30_000;

/** The parts that every service gets. */
export interface Parts {
  database: Database;
  /** for long statements; the same as `database` if the service has no `maintenancePool` */
  maintenance: Database;
  logger: Logger;
  metrics: Metrics;
  /** the prefix of the names of Kafka topics */
  topicPrefix: string;
}

/** Further parts. A service gets only the parts that it names in `needs`. */
export interface Needs {
  /** the configured event store */
  events: EventStore;
  /** sends commands to other services */
  commands: CommandBus;
  /** passes the commands and facts of the service's topics to its handlers */
  transport: CustomTransportStrategy;
  /** carries out operations with an Idempotency-Key; only for a service that has `operations` */
  operations: KeyedOperations;
  /** the Kafka cluster; a service that needs it is not started without Kafka */
  kafka: Kafka;
  /** rebuilds the projections of the service */
  rebuild: RebuildProjections;
  /** walks over the service's events and checks their MACs; only for a service that has `masterKey` */
  verifyEvents: (signal: AbortSignal) => AsyncGenerator<EventVerification>;
  /** the readiness checks, for a service that serves its own health routes */
  dependencies: DependencyCheck[];
}

/** Where the sealed secrets of a service are. */
export interface SealedParts {
  database: Database;
  /** the event store as it is, without authentication */
  stored: EventStore;
  store: AggregateStore;
}

/** A service that has started. */
export interface Started {
  /** Finishes the work in progress. */
  stop: () => Promise<void>;
  /** the API, ready to listen */
  http?: NestFastifyApplication;
  /** readiness checks in addition to those of its parts */
  dependencies?: DependencyCheck[];
}

/**
 * The description of a service. With the same description, the service runs in its own process or together with
 * others in one process.
 */
export interface Service<Need extends keyof Needs = keyof Needs, Settings = unknown> {
  name: string;
  /**
   * true: in a process of its own, the service has a low priority, because clients seldom wait for it. For a service
   * with work that tenants define.
   */
  inBackground?: true;
  /** topics of commands that clients wait for: the service opens the ways to them when it starts */
  warmed?: readonly string[];
  /** the Postgres role of the service; its grants limit what the service can do */
  role: string;
  /** the default of PORT when the service runs in its own process */
  port: number;
  /** environment variables that it reads in addition to those of every service */
  variables?: { [Name in keyof Settings]: ValidatorSpec<Settings[Name]> };
  pool: PoolOptions;
  maintenancePool?: PoolOptions;
  needs: readonly Need[];
  /** the topics of the commands that it handles and of the facts that it receives */
  topics?: readonly string[];
  /** where it records operations with an Idempotency-Key, and the keys that seal the records */
  operations?: { schema: RecordSchema; sealingKeys: (settings: Settings) => SealingKeys };
  /**
   * the keys that seal the keys of personal data. Without them the service reads events as they are stored, with
   * placeholders for personal data
   */
  personalDataKeys?: (settings: Settings) => SealingKeys;
  /**
   * the master keys, which seal the key that authenticates the service's events. Without them the service reads events
   * without checking their MACs, and appends none
   */
  masterKeys?: (settings: Settings) => SealingKeys;
  /** the secrets that it keeps sealed, without those of `operations`; see `Resealing` */
  sealed?: (parts: SealedParts, settings: Settings) => SealedSecrets[];
  /** its projections; followers complete them if an append and its projection are not in one transaction */
  projections?: readonly Projection[];
  start: (parts: Parts & Pick<Needs, Need>, settings: Settings) => Promise<Started>;
}

/** A service that runs together with others in one process. The process reads the variables for all of them. */
export type ServiceOf<Settings> = Omit<Service<keyof Needs, Settings>, 'variables'> & { variables?: object };
