import { setTimeout as delay } from 'node:timers/promises';
import type { MessageHandler } from '@nestjs/microservices';
import { isObservable, lastValueFrom } from 'rxjs';
import { isUnavailable } from '@probity/persistence/unavailable';
import { Refusal } from '@probity/platform/errors';
import { withTrace } from '@probity/platform/trace-context';
import type { MessageContext } from './command-call';

const MAX_TRIES = 5;
const FIRST_RETRY_MS = 100;
const MAX_RETRY_MS = 5_000;

/** Most projections are at the event sooner. */
const MAX_TRIES_ON_READ_SIDE = 5;

/** Thrown by the handler of a fact about an object that the read side does not show yet, or never will. */
export class NotOnReadSideYet extends Refusal {
  constructor(message: string) {
    super('overloaded', 'unavailable', message);
  }
}

/** Receives the failures of a fact. */
export interface FactTrouble {
  /** aborted when the process stops; the fact is delivered again at the next start */
  ended?: AbortSignal;
  failed(error: unknown, tries: number): void;
  /** Called when the fact is not retried any more. Resolves when the fact is stored for an operator. */
  givenUp(reason: string, tries: number): Promise<void>;
  /** Called when the read side does not show the object. Resolves when the fact is stored, to be handled again later. */
  putAside(reason: string, tries: number): Promise<void>;
  /** whether it was put aside before: it then does not wait for the read side */
  isAgain?: boolean;
}

/**
 * Passes a fact to its handlers. If a handler fails, it is retried a few times within seconds; then `givenUp` is
 * called. If a dependency such as the database is unavailable, the fact is retried without a limit. A fact about an object
 * that the read side does not show is put aside after a second or two, so that it does not keep the facts of others: it
 * may be forged, and then the read side never shows it.
 */
export async function deliverFact(
  handler: MessageHandler,
  data: unknown,
  context: MessageContext,
  trouble: FactTrouble,
  firstRetryMs = FIRST_RETRY_MS,
): Promise<void> {
  let faults = 0;
  let behind = 0;
  for (let tries = 1; ; tries++) {
    try {
      return await withTrace(context.traceparent, () => callAll(handler, data, context));
    } catch (error) {
      if (trouble.ended?.aborted) throw error;
      trouble.failed(error, tries);
      if (error instanceof NotOnReadSideYet && (trouble.isAgain || ++behind === MAX_TRIES_ON_READ_SIDE))
        return trouble.putAside(error.message, tries);
      if (!isUnavailable(error)) faults++;
      if (faults === MAX_TRIES) return trouble.givenUp(String((error as Error).message), tries);
      const rest = Math.min(MAX_RETRY_MS, firstRetryMs * 2 ** Math.min(tries - 1, 10));
      await delay(rest, undefined, { ref: false, signal: trouble.ended }); // must not delay the end of the process
    }
  }
}

/** If an event has several handlers, Nest links them by `next`. */
async function callAll(first: MessageHandler, data: unknown, context: MessageContext): Promise<void> {
  for (let handler: MessageHandler | undefined = first; handler; handler = handler.next as MessageHandler | undefined) {
    const result: unknown = await handler(data, context);
    if (isObservable(result)) await lastValueFrom(result, { defaultValue: undefined });
  }
}
