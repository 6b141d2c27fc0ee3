import type { CustomTransportStrategy, MessageHandler } from '@nestjs/microservices';
import { CommandServer } from '../command-server';
import type { KeyedCommands } from '../idempotency/keyed-commands';
import type { EmbeddedBroker } from './embedded-broker';
import type { EmbeddedFacts } from './embedded-facts';

/** Lets clients in the same process call the handlers of a Nest microservice, and delivers facts to the handlers. */
export class EmbeddedServer extends CommandServer implements CustomTransportStrategy {
  constructor(
    private readonly broker: EmbeddedBroker,
    private readonly facts?: EmbeddedFacts,
    keyed?: KeyedCommands,
  ) {
    super(keyed);
  }

  listen(ready: () => void): void {
    this.broker.register(this.handlers(false));
    const ofFacts = this.handlers(true);
    if (ofFacts.size > 0 && !this.facts)
      throw new Error('the service handles facts, but the transport has no source of facts');
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

  /** The handlers of facts, or else those of commands. */
  private handlers(ofFacts: boolean): Map<string, MessageHandler> {
    return new Map([...this.messageHandlers].filter(([, handler]) => (handler.isEventHandler ?? false) === ofFacts));
  }
}
