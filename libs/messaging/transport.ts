import type { ClientProxy, CustomTransportStrategy } from '@nestjs/microservices';
import type { Kafka } from 'kafkajs';
import type { Database } from '@probity/persistence/database';
import type { Logger } from '@probity/platform/logging';
import type { KeyedCommands } from './idempotency/keyed-commands';

/** Checks whether messages can be received now. The embedded transport needs no check. */
interface Checked {
  checkReady?: () => Promise<void>;
}

/** How many messages of each topic wait to be handled. The embedded transport has no queue. */
interface Lagging {
  lag?: () => Promise<Map<string, number>>;
}

/** The parts with which one service sends and receives commands and facts. */
export interface ServiceTransport {
  /** prefix of the names of topics */
  topicPrefix: string;
  /** the Kafka cluster; undefined in the embedded transport */
  kafka?: Kafka;
  /**
   * Creates a client that sends commands; connect it before the first command. It opens the ways to these topics when
   * it connects.
   */
  clientOf: (warmed?: readonly string[]) => ClientProxy & Checked;
  /** creates a server that receives the commands and facts of these topics; `keyed`, those with an Idempotency-Key */
  serverOf: (topics: readonly string[], keyed?: KeyedCommands) => CustomTransportStrategy & Checked & Lagging;
}

/** @param service `instance` is unique among all instances of all services; `database`, with the role of the service */
export type Transport = (service: {
  name: string;
  instance: string;
  logger: Logger;
  database: Database;
}) => ServiceTransport;
