import { type CustomTransportStrategy, type MessageHandler, Server } from '@nestjs/microservices';
import type { EmbeddedBroker } from './embedded-broker';
import type { EmbeddedFacts } from './embedded-facts';

/** Serves a Nest microservice's handlers to the clients in the same process, and delivers facts to it. */
export class EmbeddedServer extends Server implements CustomTransportStrategy {
  constructor(
    private readonly broker: EmbeddedBroker,
    private readonly facts?: EmbeddedFacts,
  ) {
    super();
  }

  listen(ready: () => void): void {
    this.broker.register(this.handlers(false));
    const ofFacts = this.handlers(true);
    if (ofFacts.size > 0 && !this.facts)
      throw new Error('a service handles facts, and the transport has no source of facts');
    this.facts?.start(ofFacts);
    ready();
  }

  async close(): Promise<void> {
    await this.facts?.stop();
    this.broker.unregister(this.handlers(false));
  }

  on(): never {
    throw new Error('the embedded transport has no events of its own');
  }

  unwrap<T>(): T {
    return this.broker as T;
  }

  /** The handlers of commands, or of facts. */
  private handlers(ofFacts: boolean): Map<string, MessageHandler> {
    return new Map([...this.messageHandlers].filter(([, handler]) => (handler.isEventHandler ?? false) === ofFacts));
  }
}
