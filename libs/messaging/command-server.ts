import { type MessageHandler, Server } from '@nestjs/microservices';
import type { KeyedCommands } from './idempotency/keyed-commands';

/** The part that the servers of all transports share: each command with an Idempotency-Key is carried out once. */
export abstract class CommandServer extends Server {
  constructor(private readonly keyed: KeyedCommands | undefined) {
    super();
  }

  /** Nest registers handlers here. An interceptor of Nest cannot do this: it turns every result into an Observable. */
  override addHandler(pattern: unknown, handler: MessageHandler, isEvent = false, extras = {}): void {
    super.addHandler(pattern, isEvent || !this.keyed ? handler : this.keyed.around(handler), isEvent, extras);
  }
}
