import type { MessageHandler } from '@nestjs/microservices';

/** Connects the servers and clients of one process. */
export class EmbeddedBroker {
  private readonly handlers = new Map<string, MessageHandler>();

  register(handlers: Map<string, MessageHandler>): void {
    for (const [pattern, handler] of handlers) {
      if (this.handlers.has(pattern)) throw new Error(`the command ${pattern} has two handlers`);
      this.handlers.set(pattern, handler);
    }
  }

  unregister(handlers: Map<string, MessageHandler>): void {
    for (const pattern of handlers.keys()) this.handlers.delete(pattern);
  }

  handler(pattern: string): MessageHandler | undefined {
    return this.handlers.get(pattern);
  }
}
