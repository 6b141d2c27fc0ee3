import type { ClientProxy, CustomTransportStrategy } from '@nestjs/microservices';
import type { Kafka } from 'kafkajs';
import type { Logger } from '@probity/platform/logging';

/** A check whether messages can be received now; the embedded transport has none. */
interface Checked {
  checkReady?: () => Promise<void>;
}

/** The connection of one service to the exchange of commands and facts. */
export interface ServiceTransport {
  /** prefix of the names of topics */
  topicPrefix: string;
  /** the cluster, when messages use one */
  kafka?: Kafka;
  /** sends commands; connect it first */
  clientOf: () => ClientProxy & Checked;
  /** receives the commands and facts of these topics */
  serverOf: (topics: readonly string[]) => CustomTransportStrategy & Checked;
}

/** @param service `instance` is unique among all instances of all services */
export type Transport = (service: { name: string; instance: string; logger: Logger }) => ServiceTransport;
