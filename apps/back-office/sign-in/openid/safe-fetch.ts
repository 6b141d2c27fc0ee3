import { Agent } from 'undici';
import { readBounded } from '@probity/targets/read-bounded';
import type { ResolveName } from '@probity/targets/resolve-target';
import { safeConnector } from '@probity/targets/safe-connector';
import type { TargetPolicy } from '@probity/targets/target-policy';

/** Much more than a discovery document, a key set or a response with tokens has. */
const MAX_RESPONSE_BYTES = 256 * 1024;
/** For the connection, for the headers and for each pause in the body; `timeoutMs` limits the whole request. */
const STEP_MS = 3_000;
const MAX_HEADER_BYTES = 16 * 1024;
const NO_BODY = new Set([101, 204, 205, 304]);

interface FetchOptions {
  method?: string;
  headers?: Record<string, string> | Headers;
  body?: unknown;
  signal?: AbortSignal | null;
}

/** The form of `fetch` that libraries for OpenID Connect take. */
export type SafeFetch = (url: string, options: FetchOptions) => Promise<Response>;

/**
 * Returns a `fetch` for addresses that an identity provider names. Every connection is checked like those of webhooks,
 * redirects are not followed, and responses are bounded in size and time.
 */
export function safeFetch(policy: TargetPolicy, resolve: ResolveName): { fetch: SafeFetch; stop: () => Promise<void> } {
  const agent = new Agent({
    connect: safeConnector(policy, resolve, { timeoutMs: STEP_MS }),
    connections: 8,
    headersTimeout: STEP_MS,
    bodyTimeout: STEP_MS,
    maxHeaderSize: MAX_HEADER_BYTES,
    keepAliveTimeout: STEP_MS,
  });
  const fetch: SafeFetch = async (address, { method = 'GET', headers = {}, body, signal }) => {
    const { origin, pathname, search } = new URL(address);
    const response = await agent.request({
      origin,
      path: pathname + search,
      method,
      headers: { 'user-agent': 'Probity/1', ...Object.fromEntries(new Headers(headers)) },
      body: body === undefined || body === null ? null : String(body as URLSearchParams | string),
      signal,
    });
    const tooLong = () => new Error(`the response has more than ${MAX_RESPONSE_BYTES} bytes`);
    const bytes = await readBounded(response.body as AsyncIterable<Uint8Array>, MAX_RESPONSE_BYTES, tooLong);
    const received = Object.entries(response.headers).map(([name, value]): [string, string] => [
      name,
      [value].flat().join(', '),
    ]);
    const { statusCode: status } = response;
    return new Response(NO_BODY.has(status) ? null : bytes, { status, headers: received });
  };
  return { fetch, stop: () => agent.destroy() };
}
