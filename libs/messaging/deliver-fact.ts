import { setTimeout as delay } from 'node:timers/promises';
import type { MessageHandler } from '@nestjs/microservices';
import { isObservable, lastValueFrom } from 'rxjs';
import type { MessageContext } from './command-call';

const TRIES = 5;
const FIRST_RETRY_MS = 100;

/** Told of what goes wrong with a fact. */
export interface FactTrouble {
  failed(error: unknown, tries: number): void;
  /** It will not be tried again; when this resolves it is kept for people to look at. */
  givenUp(reason: string, tries: number): Promise<void>;
}

/** Hands a fact to its handlers; one that fails is tried again a few times, for seconds, and then given up. */
export async function deliverFact(
  handler: MessageHandler,
  data: unknown,
  context: MessageContext,
  trouble: FactTrouble,
): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await callAll(handler, data, context);
    } catch (error) {
      trouble.failed(error, tries);
      if (tries === TRIES) return trouble.givenUp(String((error as Error).message), tries);
      await delay(FIRST_RETRY_MS * 2 ** (tries - 1));
    }
  }
}

/** Nest chains the handlers of one event by `next`. */
async function callAll(first: MessageHandler, data: unknown, context: MessageContext): Promise<void> {
  for (let handler: MessageHandler | undefined = first; handler; handler = handler.next as MessageHandler | undefined) {
    const result: unknown = await handler(data, context);
    if (isObservable(result)) await lastValueFrom(result, { defaultValue: undefined });
  }
}
