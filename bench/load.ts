import autocannon, { type Options, type Result } from 'autocannon';
import { build, type Histogram } from 'hdr-histogram-js';

export interface Load {
  url: string;
  headers: Record<string, string>;
  /** returns the body of the next request; without it, the requests are GETs */
  nextBody?: () => string;
  /** returns the path of the next request; default: that of the URL */
  nextPath?: () => string;
  connections: number;
  /** ends the load after this many seconds or requests */
  until: { seconds: number } | { requests: number };
}

/** Where to post, and what. */
export type PostLoad = Pick<Load, 'url' | 'headers'> & { nextBody: () => string };

export interface LoadResult {
  connections: number;
  requests: number;
  per_second: number;
  p50_ms: number;
  p99_ms: number;
  /** responses other than 2xx, and requests without a response */
  failed: number;
}

/** Sends requests as fast as possible. Each connection sends its next request when it has the response to the last one. */
export async function runLoad(load: Load): Promise<LoadResult> {
  const latencies: Histogram = build({
    lowestDiscernibleValue: 1,
    highestTrackableValue: 60_000_000,
    numberOfSignificantValueDigits: 3,
  });
  let failed = 0;
  const started = performance.now();
  let lastResponse = started; // measured here, because autocannon checks only once a second whether it is done
  const options: Options = {
    url: load.url,
    connections: load.connections,
    ...('seconds' in load.until ? { duration: load.until.seconds } : { amount: load.until.requests }),
    timeout: 60,
    requests: [
      {
        method: load.nextBody ? 'POST' : 'GET',
        headers: { ...(load.nextBody && { 'content-type': 'application/json' }), ...load.headers },
        setupRequest: (request) => ({
          ...request,
          ...(load.nextBody && { body: load.nextBody() }),
          ...(load.nextPath && { path: load.nextPath() }),
        }),
      },
    ],
  };
  const result = await new Promise<Result>((resolve, reject) => {
    const instance = autocannon(options, (error: Error | null, outcome) => (error ? reject(error) : resolve(outcome)));
    instance.on('response', (_client, status, _bytes, milliseconds) => {
      lastResponse = performance.now();
      latencies.recordValue(Math.max(1, Math.round(milliseconds * 1000)));
      if (status < 200 || status > 299) failed++;
    });
  });
  // A timed run counts its last seconds even if no response arrived in them.
  const seconds = Math.max((lastResponse - started) / 1000, 'seconds' in load.until ? load.until.seconds : 0);
  return {
    connections: load.connections,
    requests: latencies.totalCount,
    per_second: Math.round(latencies.totalCount / seconds),
    p50_ms: latencies.getValueAtPercentile(50) / 1000,
    p99_ms: latencies.getValueAtPercentile(99) / 1000,
    failed: failed + result.errors, // `errors` includes time-outs
  };
}
