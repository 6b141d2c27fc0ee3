/**
 * Does work whose signal is aborted after a time, or with the outer signal. Not `AbortSignal.any` with
 * `AbortSignal.timeout`: the garbage collector may take the timer of such a pair before it fires.
 */
export async function within<Result>(
  timeoutMs: number,
  outer: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const ending = new AbortController();
  const end = (): void => ending.abort(outer.reason);
  const timer = setTimeout(() => ending.abort(new Error(`no complete reply within ${timeoutMs} ms`)), timeoutMs);
  outer.addEventListener('abort', end);
  if (outer.aborted) end();
  try {
    return await work(ending.signal);
  } finally {
    clearTimeout(timer);
    outer.removeEventListener('abort', end);
  }
}
