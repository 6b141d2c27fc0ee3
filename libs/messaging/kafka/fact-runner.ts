import type { MessageHandler } from '@nestjs/microservices';
import { HEADERS } from '@probity/contracts/headers';
import { InTurn } from '@probity/platform/in-turn';
import type { Logger } from '@probity/platform/logging';
import type { MessageContext } from '../command-call';
import { deliverFact } from '../deliver-fact';
import type { DeadLetters } from './dead-letters';
import { jsonOf } from './json-value';
import type { TakenMessage } from './message-intake';

export interface FactRunnerOptions {
  handlerOf: (type: string) => MessageHandler | undefined;
  deadLetters: DeadLetters;
  logger: Logger;
}

/**
 * Hands facts to their handlers: those of one key one after the other, those of different keys side by
 * side. A fact whose handler fails is tried again a few times and then put aside, so that it holds
 * back nothing but its own key, and that for seconds. Facts that nobody handles are passed over.
 */
export class FactRunner {
  private readonly lanes = new InTurn();

  constructor(private readonly options: FactRunnerOptions) {}

  run(message: TakenMessage): Promise<void> {
    return this.lanes.run(`${message.topic}/${message.partition}/${message.key}`, () => this.handle(message));
  }

  private async handle(message: TakenMessage): Promise<void> {
    const type = message.headers[HEADERS.type];
    const handler = type === undefined ? undefined : this.options.handlerOf(type);
    if (!handler) return;
    const data = jsonOf(message.value);
    if (data === undefined) return this.options.deadLetters.put(message, 'its value is not JSON', 1);
    await deliverFact(handler, data, contextOf(message), {
      failed: (err, tries) =>
        this.options.logger.warn({ err, type, offset: message.offset, tries }, 'a fact could not be handled'),
      givenUp: (reason, tries) => this.options.deadLetters.put(message, reason, tries),
    });
  }
}

function contextOf({ headers }: TakenMessage): MessageContext {
  return {
    id: headers[HEADERS.id],
    stream: headers[HEADERS.subject],
    revision: headers[HEADERS.revision] === undefined ? undefined : Number(headers[HEADERS.revision]),
    traceparent: headers[HEADERS.traceparent],
  };
}
