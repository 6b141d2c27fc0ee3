import { randomBytes } from 'node:crypto';
import { PartOfWork } from './current-work';

/** Version 00 of https://www.w3.org/TR/trace-context/ : trace id, parent id and flags. An id must not be all zeros. */
const TRACEPARENT = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/**
 * The trace that a request belongs to: that of the caller, or a new one. Probity records no spans of its own, so it
 * passes on the caller's header unchanged.
 */
export function traceOf(header: string | string[] | undefined): string {
  return typeof header === 'string' && isTraceparent(header) ? header : newTrace();
}

export const isTraceparent = (text: string): boolean => TRACEPARENT.test(text);

const trace = new PartOfWork<string>();

/**
 * Runs the work, and everything that it starts, as part of a trace. Undefined means that no request caused the work. A
 * batch runs outside the traces of its items, so it must save the trace of each item when it accepts the item.
 */
export const withTrace = <T>(traceparent: string | undefined, work: () => T): T => trace.run(traceparent, work);

/** The W3C Trace Context of the HTTP request that caused the current work; undefined when none is known. */
export const currentTrace = (): string | undefined => trace.current;

const ID_BYTES = 24;
const POOLED = 128;
let pool = '';
let used = POOLED;

/** A new trace, not sampled. Random bytes are read for many traces at a time, because each read is expensive. */
function newTrace(): string {
  if (used === POOLED) {
    pool = randomBytes(ID_BYTES * POOLED).toString('hex');
    used = 0;
  }
  const at = used++ * ID_BYTES * 2;
  return `00-${pool.slice(at, at + 32)}-${pool.slice(at + 32, at + 48)}-00`;
}
