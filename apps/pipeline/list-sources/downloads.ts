import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { Agent, type Dispatcher } from 'undici';
import type { ResolveName } from '@probity/targets/resolve-target';
import { safeConnector, type SafeConnectorOptions } from '@probity/targets/safe-connector';
import type { TargetPolicy } from '@probity/targets/target-policy';
import { FetchFailure, transferFailure } from './fetch-failure';
import type { Validators } from './fetch-queue';

/** For the connection with its name and its TLS handshake. */
const CONNECT_MS = 10_000;
/** For the headers, and for each pause in the body. */
const IDLE_MS = 60_000;
const MAX_REDIRECTS = 5;
const MAX_ADDRESS = 8_192;
const MAX_HEADER_BYTES = 32 * 1024;
const MAX_INTERIM = 8;
const MAX_DISCARDED_BYTES = 16_384;
const MAX_TEXT_BYTES = 64 * 1024;
/** Text that a header can contain. */
const REPEATABLE = /^[\x20-\x7e]{1,512}$/;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

type Response = Dispatcher.ResponseData;

export interface DownloadsOptions extends Partial<Pick<SafeConnectorOptions, 'ca' | 'dial'>> {
  policy: TargetPolicy;
  resolve: ResolveName;
  /** for the headers, and for each pause in the body */
  idleMs?: number;
}

export interface FileToDownload {
  /** the whole address */
  url: string;
  /** where to store it; there must be no file yet */
  path: string;
  maxBytes: number;
  /** of the version that is known; the server may then say that it has no other */
  known?: Validators;
  /** whether the caller compares the file with a checksum, so that a cut is noticed */
  hasChecksum?: boolean;
}

/** A file that was stored, or `unchanged` if the server has the known version. */
export type Downloaded = { unchanged: true } | ({ unchanged: false; bytes: number; sha256: string } & Validators);

/**
 * Downloads files from addresses that an operator set. Every connection is checked like those to providers. Bodies are
 * bounded in size while they arrive, compressed or not.
 *
 * A redirect within an origin is followed under the same policy. One to another origin leads only to public addresses
 * with HTTPS: the host that the operator chose cannot aim Probity at the private networks in which it may call others.
 *
 * All methods throw FetchFailure, whose messages have hosts and no whole addresses, or the reason of the signal.
 */
export class Downloads {
  private readonly chosen: Agent;
  private readonly elsewhere: Agent;

  constructor({ policy, resolve, idleMs = IDLE_MS, ...connection }: DownloadsOptions) {
    const agent = (allowed: TargetPolicy): Agent =>
      new Agent({
        connect: safeConnector(allowed, resolve, { timeoutMs: CONNECT_MS, ...connection }),
        connections: 2,
        headersTimeout: idleMs,
        bodyTimeout: idleMs,
        maxHeaderSize: MAX_HEADER_BYTES,
        keepAliveTimeout: 1_000,
      });
    this.chosen = agent(policy);
    this.elsewhere = agent({ ...policy, allowInsecureLoopback: false, privateNetworks: [] });
  }

  /** Stores a file. What was stored before a failure stays; the caller removes the folder. */
  file(
    { url, path, maxBytes, known = {}, hasChecksum = false }: FileToDownload,
    signal: AbortSignal,
  ): Promise<Downloaded> {
    const { etag, last_modified } = repeatable(known);
    const conditions = {
      ...(etag !== undefined && { 'if-none-match': etag }),
      ...(last_modified !== undefined && { 'if-modified-since': last_modified }),
    };
    return this.get(url, conditions, signal, async (response, host) => {
      if (response.statusCode === 304 && Object.keys(conditions).length > 0) {
        discard(response);
        return { unchanged: true };
      }
      refuseStatus(response, host);
      if (!hasChecksum) refuseUnknownEnd(response, host);
      const hash = createHash('sha256');
      let bytes = 0;
      const counted = bounded(maxBytes, host, (chunk) => {
        bytes += chunk.length;
        hash.update(chunk);
      });
      const isGzip = isCompressed(response, host);
      if (!isGzip) refuseDeclared(response, maxBytes, host);
      // After every refusal: a stream that no pipeline watches would end the process when its folder is gone.
      const file = createWriteStream(path, { flags: 'wx', mode: 0o600 });
      const { body } = response;
      if (isGzip) {
        await pipeline(body, bounded(maxBytes, host), createGunzip(), counted, file, { signal });
      } else {
        await pipeline(body, counted, file, { signal });
      }
      return { unchanged: false, bytes, sha256: hash.digest('hex'), ...validatorsOf(response) };
    });
  }

  /** Reads a short text, such as a checksum. */
  text(url: string, signal: AbortSignal): Promise<string> {
    return this.get(url, {}, signal, async (response, host) => {
      refuseStatus(response, host);
      if (isCompressed(response, host)) throw new FetchFailure('bad_encoding', `${host} compressed a short text`);
      const chunks: Buffer[] = [];
      const limited = bounded(MAX_TEXT_BYTES, host, (chunk) => chunks.push(chunk));
      for await (const _chunk of limited(response.body as AsyncIterable<Buffer>)) signal.throwIfAborted();
      return Buffer.concat(chunks).toString('utf8');
    });
  }

  /** Ends all transfers. */
  async stop(): Promise<void> {
    await Promise.all([this.chosen.destroy(), this.elsewhere.destroy()]);
  }

  /** Follows redirects, and takes the response at their end. */
  private async get<Taken>(
    url: string,
    conditions: Record<string, string>,
    signal: AbortSignal,
    take: (response: Response, host: string) => Promise<Taken>,
  ): Promise<Taken> {
    let at = new URL(url);
    let agent = this.chosen;
    try {
      for (let redirects = 0; ; redirects++) {
        const response = await send(agent, at, conditions, signal);
        if (!REDIRECTS.has(response.statusCode)) return await take(response, at.host);
        discard(response);
        if (redirects === MAX_REDIRECTS) {
          throw new FetchFailure('too_many_redirects', `${at.host} redirects more than ${MAX_REDIRECTS} times`);
        }
        const next = redirectTarget(response, at);
        if (next.origin !== at.origin) agent = this.elsewhere;
        at = next;
      }
    } catch (error) {
      if (signal.aborted) throw signal.reason as Error;
      throw transferFailure(error, at.host);
    }
  }
}

function send(agent: Agent, url: URL, conditions: Record<string, string>, signal: AbortSignal): Promise<Response> {
  let interim = 0;
  const tooMany = new AbortController();
  return agent.request({
    origin: url.origin,
    path: url.pathname + url.search,
    method: 'GET',
    headers: { 'user-agent': 'Probity/1', accept: '*/*', 'accept-encoding': 'identity', ...conditions },
    signal: AbortSignal.any([signal, tooMany.signal]),
    onInfo: () => {
      if (++interim <= MAX_INTERIM) return;
      tooMany.abort(new FetchFailure('bad_response', `${url.host} sent too many interim responses`));
    },
  });
}

/** @throws FetchFailure `bad_redirect`. The connection checks where the address leads. */
function redirectTarget({ headers, statusCode }: Response, at: URL): URL {
  const [location] = [headers.location].flat();
  const refused = (why: string) =>
    new FetchFailure('bad_redirect', `${at.host} returned ${statusCode} with ${why}; set the address that it leads to`);
  if (location === undefined || location.length > MAX_ADDRESS || !URL.canParse(location, at.href)) {
    throw refused('no usable address');
  }
  const next = new URL(location, at.href);
  if (next.protocol !== 'https:' && next.protocol !== 'http:') throw refused('an address that is not on the web');
  if (next.username !== '' || next.password !== '') throw refused('a user name or a password in its address');
  return next;
}

function refuseStatus(response: Response, host: string): void {
  const { statusCode } = response;
  if (statusCode === 200) return;
  discard(response);
  throw new FetchFailure('bad_status', `${host} returned ${statusCode} instead of 200`);
}

/**
 * HTTP/1 without a length and without chunks ends with the connection, so a file that was cut off looks complete. These
 * connections never speak HTTP/2.
 */
function refuseUnknownEnd(response: Response, host: string): void {
  const { 'content-length': length, 'transfer-encoding': encodings = '' } = response.headers;
  if (length !== undefined || /(^|,)\s*chunked\s*$/i.test([encodings].flat().join(','))) return;
  discard(response);
  throw new FetchFailure(
    'truncated',
    `${host} says neither the length of the file nor where it ends, so it may be cut off; set the address of its checksum`,
  );
}

/** Some servers compress although no compression is accepted. */
function isCompressed(response: Response, host: string): boolean {
  const encoding = [response.headers['content-encoding']].flat().join(', ').trim().toLowerCase();
  if (encoding === '' || encoding === 'identity') return false;
  if (encoding === 'gzip' || encoding === 'x-gzip') return true;
  discard(response);
  throw new FetchFailure('bad_encoding', `${host} sent a content-encoding that is neither identity nor gzip`);
}

/** Saves the transfer of a file whose length says already that it is too large. */
function refuseDeclared(response: Response, maxBytes: number, host: string): void {
  if (Number([response.headers['content-length']].flat()[0] ?? 0) <= maxBytes) return;
  discard(response);
  throw tooLarge(maxBytes, host);
}

/** Passes chunks on, as long as they are not too many bytes together. */
const bounded = (maxBytes: number, host: string, onChunk: (chunk: Buffer) => void = () => {}) =>
  async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let bytes = 0;
    for await (const chunk of chunks) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw tooLarge(maxBytes, host);
      onChunk(chunk);
      yield chunk;
    }
  };

const tooLarge = (maxBytes: number, host: string): FetchFailure =>
  new FetchFailure(
    'too_large',
    `the file at ${host} has more than ${maxBytes} bytes; raise max_bytes of the source if it is the right file`,
  );

function validatorsOf({ headers }: Response): Validators {
  const [etag] = [headers.etag].flat();
  const [last_modified] = [headers['last-modified']].flat();
  return repeatable({ etag, last_modified });
}

/** The validators that a request can repeat. Others would make every later request fail. */
function repeatable({ etag, last_modified }: { [Name in keyof Validators]: string | undefined }): Validators {
  return {
    ...(etag !== undefined && REPEATABLE.test(etag) && { etag }),
    ...(last_modified !== undefined && REPEATABLE.test(last_modified) && { last_modified }),
  };
}

/** Ends a response whose body does not matter. */
function discard({ body }: Response): void {
  void body.dump({ limit: MAX_DISCARDED_BYTES, signal: AbortSignal.timeout(1_000) }).catch(() => undefined);
}
