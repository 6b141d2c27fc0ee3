import { readFileSync } from 'node:fs';
import { connect as connectHttp2 } from 'node:http2';
import { isIP } from 'node:net';
import tls from 'node:tls';
import { type ConnectionOptions, parseConnectionString } from '@eventstore/db-client/dist/Client/parseConnectionString';

const NO_ANSWER_MS = 2_000;

/**
 * Looks for a mistake in a connection string that no waiting can mend: TLS with a server that has none, no TLS with one
 * that expects it, or a certificate that is not trusted. The client library reports these like a server that is away,
 * and those of a cluster not at all.
 *
 * @returns the mistake and what to change; undefined if no node shows one
 */
export async function tlsMistake(url: string): Promise<string | undefined> {
  const options = parseConnectionString(url);
  const found = await Promise.all(options.hosts.map(({ address, port }) => mistakeAt(address, port, options)));
  return found.find((mistake) => mistake !== undefined);
}

/** Why no node of a connection string responds; undefined if one does. */
export async function whySilent(url: string): Promise<string | undefined> {
  const { hosts, tls } = parseConnectionString(url);
  const results = await Promise.all(
    hosts.map(({ address, port }) =>
      tls === false ? speakHttp2(`${address}:${port}`) : handshake(address, port, { rejectUnauthorized: false }),
    ),
  );
  const failures = results.filter((result) => result !== 'done');
  return failures.length < results.length ? undefined : failures.map(describeFailure).join('; ');
}

/** If a name has several addresses, Node.js gives the failures of all of them as one, without a text. */
const describeFailure = (failure: Failed): string =>
  failure instanceof AggregateError ? failure.errors.map(({ message }: Error) => message).join('; ') : failure.message;

async function mistakeAt(host: string, port: number, options: ConnectionOptions): Promise<string | undefined> {
  const server = `${host}:${port}`;
  if (options.tls === false) {
    const isTls =
      (await speakHttp2(server)) !== 'done' && (await handshake(host, port, { rejectUnauthorized: false })) === 'done';
    return isTls ? `${server} expects TLS; remove tls=false from EVENTSTORE_URL` : undefined;
  }
  const ca = options.tlsCAFile === undefined ? undefined : readFileSync(options.tlsCAFile);
  const result = await handshake(host, port, { ca });
  if (result === 'done') return undefined;
  if (isAboutCertificate(result)) {
    return `the certificate of ${server} is not trusted (${result.message}); check it, and tlsCAFile in EVENTSTORE_URL`;
  }
  return (await speakHttp2(server)) === 'done'
    ? `${server} does not use TLS; add tls=false to EVENTSTORE_URL`
    : undefined;
}

type Failed = Error & { code?: string };

function handshake(host: string, port: number, trust: tls.ConnectionOptions): Promise<'done' | Failed> {
  return new Promise((resolve) => {
    const socket = tls.connect({ host, port, ...(isIP(host) ? {} : { servername: host }), ...trust });
    const end = (result: 'done' | Failed): void => {
      socket.destroy();
      resolve(result);
    };
    socket.setTimeout(NO_ANSWER_MS, () => end(new Error('no answer')));
    socket.once('secureConnect', () => end('done'));
    socket.on('error', end);
    socket.once('close', () => end(new Error('the connection was closed')));
  });
}

function speakHttp2(server: string): Promise<'done' | Failed> {
  return new Promise((resolve) => {
    const session = connectHttp2(`http://${server}`);
    const end = (result: 'done' | Failed): void => {
      session.destroy();
      resolve(result);
    };
    session.setTimeout(NO_ANSWER_MS, () => end(new Error(`${server} does not respond as an EventStoreDB does`)));
    session.once('remoteSettings', () => end('done'));
    session.on('error', end);
    session.once('close', () => end(new Error('the connection was closed')));
  });
}

const isAboutCertificate = ({ code = '' }: Failed): boolean =>
  /CERT|SELF_SIGNED|UNABLE_TO_(GET_ISSUER|VERIFY)|HOSTNAME/.test(code);
