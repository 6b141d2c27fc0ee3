import type { MessageHandler } from '@nestjs/microservices';
import { FACT_HEADERS, HEADERS } from '@probity/contracts/headers';
import { InTurn } from '@probity/platform/in-turn';
import type { Logger } from '@probity/platform/logging';
import type { MessageContext } from '../command-call';
import { deliverFact } from '../deliver-fact';
import type { DeadLetters } from './dead-letters';
import { jsonOf } from './json-value';
import type { TakenMessage } from './message-intake';

export interface FactRunnerOptions {
  service: string;
  handlerOf: (type: string) => MessageHandler | undefined;
  deadLetters: DeadLetters;
  logger: Logger;
}

/**
 * Passes facts to their handlers: facts with the same key one after the other, facts with different keys in parallel.
 * A fact whose handler fails is retried a few times and then stored as a dead letter. It therefore delays only later
 * facts with the same key, and only for seconds. So does one about an object that the read side does not show yet: the
 * relay publishes it again. Facts without a handler are skipped, and so are facts that were
 * published again for another service.
 */
export class FactRunner {
  private readonly lanes = new InTurn();

  constructor(private readonly options: FactRunnerOptions) {}

  run(message: TakenMessage): Promise<void> {
    return this.lanes.run(`${message.topic}/${message.partition}/${message.key}`, () => this.handle(message));
  }

  private async handle(message: TakenMessage): Promise<void> {
    const { service, handlerOf, deadLetters, logger } = this.options;
    const type = message.headers[HEADERS.type];
    const againFor = message.headers[FACT_HEADERS.againFor];
    if (againFor !== undefined && againFor !== service) return;
    const handler = type === undefined ? undefined : handlerOf(type);
    if (!handler) return againFor === undefined ? undefined : deadLetters.put(message, 'there is no handler for it', 1);
    const data = jsonOf(message.value);
    if (data === undefined) return deadLetters.put(message, 'the value is not JSON', 1);
    let isDead = false;
    await deliverFact(handler, data, contextOf(message), {
      failed: (err, tries) => logger.warn({ err, type, offset: message.offset, tries }, 'a fact could not be handled'),
      givenUp: async (reason, tries) => {
        await deadLetters.put(message, reason, tries);
        isDead = true;
      },
      isAgain: againFor !== undefined,
      putAside: async (reason, tries) => {
        await deadLetters.putAside(message, reason, tries);
        isDead = true;
      },
    });
    if (againFor !== undefined && !isDead) await deadLetters.handled(message);
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
