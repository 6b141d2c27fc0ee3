import type { CustomTransportStrategy } from '@nestjs/microservices';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { ValidatorSpec } from 'envalid';
import type { Kafka } from 'kafkajs';
import type { EventStore } from '@probity/event-store/event-store';
import type { Projection } from '@probity/event-store/aggregate';
import type { CommandBus } from '@probity/messaging/command-bus';
import type { Database, PoolOptions } from '@probity/persistence/database';
import type { DependencyCheck } from '@probity/platform/http/operation-routes';
import type { Logger } from '@probity/platform/logging';
import type { Metrics } from '@probity/platform/metrics';

/** After this long a statement of a request that writes is given up. */
export const WRITE_TIMEOUT_MS = 30_000;

/** What every service gets. */
export interface Parts {
  database: Database;
  /** for statements that may take long; the same as `database` where the service asks for no pool of its own */
  maintenance: Database;
  logger: Logger;
  metrics: Metrics;
  /** stands before the names of Kafka topics */
  topicPrefix: string;
}

/** What a service gets when it says that it needs it. */
export interface Needs {
  /** the event store that is configured */
  events: EventStore;
  /** to send commands to other services */
  commands: CommandBus;
  /** brings the commands and facts of the service's topics to its handlers */
  transport: CustomTransportStrategy;
  /** the cluster itself, for a service that exists only where there is one */
  kafka: Kafka;
  /** what readiness depends on, for a service that serves its own health routes */
  dependencies: DependencyCheck[];
}

/** A service that has started. */
export interface Started {
  /** Finishes what is under way. */
  stop: () => Promise<void>;
  /** the API, ready to listen */
  http?: NestFastifyApplication;
  /** what its readiness depends on besides its parts */
  dependencies?: DependencyCheck[];
}

/**
 * What a service is and needs. The same description runs it in a process of its own and, beside others,
 * in one process.
 */
export interface Service<Need extends keyof Needs = keyof Needs, Settings = unknown> {
  name: string;
  /** the Postgres role that it acts as; its grants bound what it can do */
  role: string;
  /** where it listens in a process of its own, unless PORT says otherwise */
  port: number;
  /** what it reads from the environment besides what every service reads */
  variables?: { [Name in keyof Settings]: ValidatorSpec<Settings[Name]> };
  pool: PoolOptions;
  maintenancePool?: PoolOptions;
  needs: readonly Need[];
  /** whose commands it handles, and whose facts it follows */
  topics?: readonly string[];
  /** its read side; followed where an append and its projection are not one transaction */
  projections?: readonly Projection[];
  start: (parts: Parts & Pick<Needs, Need>, settings: Settings) => Promise<Started>;
}

/** A service as it runs beside others: what it reads from the environment is decided for all of them. */
export type ServiceOf<Settings> = Omit<Service<keyof Needs, Settings>, 'variables'> & { variables?: object };
