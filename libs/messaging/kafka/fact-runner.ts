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
 * Passes facts to their handlers: facts with the same key one after the other, facts with different keys in parallel.
 * A fact whose handler fails is retried a few times and then stored as a dead letter. It therefore delays only later
 * facts with the same key, and only for seconds. Facts without a handler are skipped.
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
    if (data === undefined) return this.options.deadLetters.put(message, 'the value is not JSON', 1);
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
