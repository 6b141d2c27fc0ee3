import { setTimeout as delay } from 'node:timers/promises';
import type { MessageHandler } from '@nestjs/microservices';
import { isObservable, lastValueFrom } from 'rxjs';
import { isUnavailable } from '@probity/persistence/unavailable';
import { withTrace } from '@probity/platform/trace-context';
import type { MessageContext } from './command-call';

const MAX_TRIES = 5;
const FIRST_RETRY_MS = 100;
const MAX_RETRY_MS = 5_000;

/** Told of what goes wrong with a fact. */
export interface FactTrouble {
  /** aborted when nobody waits any longer; the fact comes again at the next start */
  ended?: AbortSignal;
  failed(error: unknown, tries: number): void;
  /** It will not be tried again; when this resolves it is kept for people to look at. */
  givenUp(reason: string, tries: number): Promise<void>;
}

/**
 * Hands a fact to its handlers; one that fails is tried again a few times, for seconds, and then given up. That
 * something cannot be reached is no fault of the fact, so then it waits for as long as it takes.
 */
export async function deliverFact(
  handler: MessageHandler,
  data: unknown,
  context: MessageContext,
  trouble: FactTrouble,
  firstRetryMs = FIRST_RETRY_MS,
): Promise<void> {
  let faults = 0;
  for (let tries = 1; ; tries++) {
    try {
      return await withTrace(context.traceparent, () => callAll(handler, data, context));
    } catch (error) {
      if (trouble.ended?.aborted) throw error;
      trouble.failed(error, tries);
      if (!isUnavailable(error)) faults++;
      if (faults === MAX_TRIES) return trouble.givenUp(String((error as Error).message), tries);
      const rest = Math.min(MAX_RETRY_MS, firstRetryMs * 2 ** Math.min(tries - 1, 10));
      await delay(rest, undefined, { ref: false, signal: trouble.ended }); // a process that ends need not wait for it
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
