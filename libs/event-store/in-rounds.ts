import { setTimeout as delay } from 'node:timers/promises';
import type { ReadBatch } from './event-store';

/** A round ends early with so many events or batches, because all of them are in memory: a batch may have 4 MiB. */
const MAX_EVENTS = 2_000;
const MAX_BATCHES = 16;

/**
 * Gathers the batches of a subscription into rounds that begin at least `everyMs` apart, so that many events share the
 * cost of one round. An event that arrives after a quiet time does not wait. Rounds follow each other without a pause
 * while more events wait than one round takes.
 *
 * @param subscribe its signal is aborted at the end
 */
export async function* inRounds(
  everyMs: number,
  over: AbortSignal,
  subscribe: (signal: AbortSignal) => AsyncIterable<ReadBatch>,
): AsyncIterable<ReadBatch> {
  const ending = new AbortController();
  const batches = subscribe(AbortSignal.any([over, ending.signal]))[Symbol.asyncIterator]();
  const take = (): Promise<IteratorResult<ReadBatch>> => {
    const next = batches.next();
    next.catch(() => {}); // it is awaited later
    return next;
  };
  let next = take();
  let dueAt = performance.now();
  try {
    for (let first = await next; !first.done; first = await next) {
      let { events, checkpoint } = first.value;
      next = take();
      for (let count = 1; count < MAX_BATCHES && events.length < MAX_EVENTS; count++) {
        const more = await withinMs(next, dueAt - performance.now());
        if (!more || more.done) break;
        events = [...events, ...more.value.events];
        ({ checkpoint } = more.value);
        next = take();
      }
      yield { events, checkpoint };
      if (events.length > 0) dueAt = performance.now() + everyMs;
    }
  } finally {
    ending.abort();
    await next.catch(() => {});
  }
}

/** Undefined when it takes longer. */
async function withinMs<T>(promise: Promise<T>, ms: number): Promise<T | undefined> {
  const ending = new AbortController();
  const late = delay(Math.max(ms, 0), undefined, { signal: ending.signal }).catch(() => undefined);
  try {
    return await Promise.race([promise, late]);
  } finally {
    ending.abort();
  }
}
