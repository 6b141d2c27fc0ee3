import type { Dispatcher, Pool } from 'undici';
import { BadTarget } from '@probity/targets/bad-target';
import { readBounded } from '@probity/targets/read-bounded';
import { UnresolvedTarget } from '@probity/targets/resolve-target';
import { TargetUnreachable } from '@probity/targets/target-unreachable';
import { TemporaryFailure } from './call-limits';
import { type ApiRequest, type ApiResponse, ProviderFailure } from './provider-api';

export const MAX_RESPONSE_BYTES = 1_048_576;
/** Of a response whose body does not matter: read and discarded, so that the connection can be used again. */
const MAX_DISCARDED_BYTES = 16_384;
const DISCARD_MS = 1_000;
/** The maximum number of interim responses (100 to 199). */
const MAX_INTERIM = 8;
const MAX_RETRY_AFTER_S = 3_600;

/** Where and how a request is sent. */
export interface Sending {
  pool: Pool;
  /** the path of the plugin's base url; empty for the root */
  basePath: string;
  /** of the plugin, for messages */
  title: string;
  /** ends the request */
  signal: AbortSignal;
  /** statuses of 400 and more that the plugin wants to see */
  accept: readonly number[];
}

export interface Received {
  response: ApiResponse;
  /** the bytes of the body */
  raw: Buffer;
}

/**
 * Sends a request once.
 *
 * @throws ProviderFailure without secrets and personal data: neither the path nor a header nor a body is in a message
 */
export async function sendRequest(request: ApiRequest, sending: Sending): Promise<Received> {
  const { title, signal, accept } = sending;
  try {
    const response = await send(request, sending);
    const { statusCode: status } = response;
    if (status >= 300 && !accept.includes(status)) {
      discard(response.body);
      throw failureOf(status, retryAfterMs(response.headers['retry-after']), title);
    }
    const raw = await read(response, title);
    const body = raw.length === 0 ? undefined : parsed(raw, status, title);
    return { response: { status, headers: joined(response.headers), body }, raw };
  } catch (error) {
    throw error instanceof ProviderFailure ? error : translated(error, signal, title);
  }
}

/** Without a response: a time-out. With a deadline that ended while the request waited for its turn: overloaded. */
export const lateFailure = (title: string, wasSent: boolean): ProviderFailure =>
  wasSent
    ? new ProviderFailure('timeout', `${title} returned no complete response in time`)
    : new ProviderFailure('overloaded', `the request waited too long for its turn; nothing was sent to ${title}`);

async function send(request: ApiRequest, { pool, basePath, title, signal }: Sending): Promise<Dispatcher.ResponseData> {
  const { method, path, body } = request;
  if (!path.startsWith('/')) throw new ProviderFailure('rejected_request', 'the path of a request must begin with "/"');
  let interim = 0;
  const tooMany = new AbortController();
  return pool.request({
    method,
    path: basePath + path,
    headers: headersOf(request),
    body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
    signal: AbortSignal.any([signal, tooMany.signal]),
    onInfo: () => {
      if (++interim <= MAX_INTERIM) return;
      tooMany.abort(new ProviderFailure('not_understood', `${title} sent too many interim responses`));
    },
  });
}

function headersOf({ headers = {}, body }: ApiRequest): Record<string, string> {
  const own = Object.entries(headers).map(([name, value]): [string, string] => [name.toLowerCase(), value]);
  return {
    accept: 'application/json',
    'user-agent': 'Probity/1',
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...Object.fromEntries(own),
  };
}

const read = ({ body }: Dispatcher.ResponseData, title: string): Promise<Buffer> =>
  readBounded(
    body as AsyncIterable<Uint8Array>,
    MAX_RESPONSE_BYTES,
    () => new ProviderFailure('too_large', `${title} returned more than ${MAX_RESPONSE_BYTES} bytes`),
  );

function discard(body: Dispatcher.ResponseData['body']): void {
  void body.dump({ limit: MAX_DISCARDED_BYTES, signal: AbortSignal.timeout(DISCARD_MS) }).catch(() => undefined);
}

/** The error of the parser quotes the body, which has personal data: it is not kept. */
function parsed(raw: Buffer, status: number, title: string): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(raw));
  } catch {
    if (status >= 400) return undefined; // error pages are often not JSON, and the status is what matters
    throw new ProviderFailure('not_understood', `${title} returned a body that is not JSON in UTF-8`);
  }
}

const joined = (headers: Dispatcher.ResponseData['headers']): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')]));

function failureOf(status: number, retryAfter: number, title: string): ProviderFailure {
  const message = `${title} returned ${status}`;
  if (status < 400) return new ProviderFailure('failed', `${message}; redirects are not followed`);
  if (status === 429) return new TemporaryFailure('overloaded', `${message}: too many requests`, retryAfter);
  if ([502, 503, 504].includes(status)) return new TemporaryFailure('failed', message, retryAfter);
  if (status >= 500 || status === 408) return new ProviderFailure('failed', message);
  if (status === 401 || status === 403) {
    return new ProviderFailure('rejected_credentials', `${message}; check the credentials in its configuration`);
  }
  return new ProviderFailure('rejected_request', message);
}

/** Milliseconds; a date, which needs a clock that agrees with the provider's, counts as absent. */
function retryAfterMs(header: string | string[] | undefined): number {
  const seconds = [header].flat()[0] ?? '';
  return /^\d{1,9}$/.test(seconds) ? Math.min(Number(seconds), MAX_RETRY_AFTER_S) * 1_000 : 0;
}

function translated(error: unknown, signal: AbortSignal, title: string): ProviderFailure {
  if (signal.aborted) return lateFailure(title, true);
  if (error instanceof BadTarget) {
    const message = `the address of ${title} is not allowed: ${error.message}`;
    return new ProviderFailure('unsafe_target', message, { cause: error });
  }
  if (error instanceof UnresolvedTarget || error instanceof TargetUnreachable) {
    const why = error instanceof TargetUnreachable && error.reason === 'timed_out' ? 'timeout' : 'unreachable';
    return new TemporaryFailure(why, `${title} cannot be reached: ${error.message}`, 0, { cause: error });
  }
  const { code } = error as { code?: string };
  if (code === 'UND_ERR_SOCKET' || code === 'ECONNRESET' || code === 'EPIPE') {
    return new TemporaryFailure('unreachable', `${title} closed the connection before it responded`, 0);
  }
  if (code === 'UND_ERR_INVALID_ARG') {
    return new ProviderFailure(
      'rejected_request',
      'the request has an invalid header or path; check the configuration',
    );
  }
  return new ProviderFailure('not_understood', `the response of ${title} is not valid HTTP`);
}
