import type { ClientProxy, CustomTransportStrategy } from '@nestjs/microservices';
import type { Kafka } from 'kafkajs';
import type { Logger } from '@probity/platform/logging';

/** What can be asked whether it can receive messages now; in one process there is nothing to ask. */
interface Checked {
  checkReady?: () => Promise<void>;
}

/** How one service of a process takes part in the exchange of commands and facts. */
export interface ServiceTransport {
  /** stands before the names of topics */
  topicPrefix: string;
  /** the cluster that messages go over, when there is one */
  kafka?: Kafka;
  /** to send commands; it is to be connected first */
  clientOf: () => ClientProxy & Checked;
  /** brings the commands and facts of these topics */
  serverOf: (topics: readonly string[]) => CustomTransportStrategy & Checked;
}

/** @param service `instance` is unique among all instances of all services */
export type Transport = (service: { name: string; instance: string; logger: Logger }) => ServiceTransport;
