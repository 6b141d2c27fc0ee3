import { type CustomTransportStrategy, Server } from '@nestjs/microservices';
import type { EmbeddedBroker } from './embedded-broker';

/** Serves a Nest microservice's handlers to the clients in the same process. */
export class EmbeddedServer extends Server implements CustomTransportStrategy {
  constructor(private readonly broker: EmbeddedBroker) {
    super();
  }

  listen(ready: () => void): void {
    this.broker.register(this.messageHandlers);
    ready();
  }

  close(): void {
    this.broker.unregister(this.messageHandlers);
  }

  on(): never {
    throw new Error('the embedded transport has no events of its own');
  }

  unwrap<T>(): T {
    return this.broker as T;
  }
}
