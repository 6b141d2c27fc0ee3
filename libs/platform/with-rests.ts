import { pause } from './pause';

/** Work with rests takes at most this share of the time, if its pieces are short. */
export const SHARE = 0.05;
/** Other work that waits until a piece ends waits no longer than this, and the piece. */
export const LONGEST_REST_MS = 10_000;

export interface RestOptions {
  /** milliseconds, from any start; default: a clock of the machine */
  now?: () => number;
  /** default: waits, or ends early when the signal is aborted */
  rest?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/**
 * Yields the values of work that no person waits for. After each piece of the work, which ends with a value, it rests in
 * proportion to the time that the piece took, waits for a database included. So the work takes a twentieth of one
 * processor and of one connection, and more only if a piece takes longer than half a second. It does not rest after the
 * last value, which has `done`.
 *
 * @throws the reason of the signal when it is aborted
 */
export async function* withRests<Value extends { done: boolean }>(
  work: AsyncIterable<Value>,
  signal: AbortSignal,
  { now = () => performance.now(), rest = pause }: RestOptions = {},
): AsyncGenerator<Value> {
  let begun = now();
  for await (const value of work) {
    const tookMs = now() - begun;
    yield value;
    if (!value.done) await rest(Math.min(tookMs * (1 / SHARE - 1), LONGEST_REST_MS), signal);
    signal.throwIfAborted();
    begun = now();
  }
}
