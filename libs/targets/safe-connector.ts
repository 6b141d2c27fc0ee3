import { isIP, type Socket } from 'node:net';
import { buildConnector } from 'undici';
import { BadTarget } from './bad-target';
import { allowedPlaces, checkOrigin, type Host, type Origin, whyNotReachableAt, withoutRootDot } from './check-origin';
import { type Deadline, deadlineIn, within } from './deadline';
import { type Dial, dialAddresses, dialTcp } from './dial-addresses';
import { type ResolveName, resolveTarget } from './resolve-target';
import type { TargetPolicy } from './target-policy';
import { TargetUnreachable } from './target-unreachable';

export interface SafeConnectorOptions {
  /** the time limit for resolving, connecting and the TLS handshake together */
  timeoutMs: number;
  /** trusted instead of the well-known authorities, in PEM */
  ca?: string | string[];
  /** begins a TCP connection; for tests */
  dial?: Dial;
}

/**
 * A connector for undici: `new Pool(origin, { connect: safeConnector(policy, resolve, { timeoutMs }) })`. Several
 * pools may share one.
 *
 * Guarantees, for every connection and not only the first:
 * - protocol, host and port are checked, and a name is resolved and all its addresses are checked, before
 * any connection; connections go to the checked addresses, so a change of the name between check and
 * connection has no effect;
 * - the address of the connection is checked once more before the first byte is sent;
 * - the certificate must be trusted and valid for the host of the pool's origin, which is also the name in the TLS
 * handshake, whatever `host` header or `servername` a request has and whatever NODE_TLS_REJECT_UNAUTHORIZED says.
 *
 * Not guaranteed: that a kept-alive connection ends when the name's records change; that redirects are not
 * followed. Redirects are the request's responsibility (undici does not follow them unless an interceptor is
 * added), though a redirect followed by a pool with this connector is checked like any other target. A proxy from
 * the environment is not used.
 *
 * The request fails with BadTarget, UnresolvedTarget or TargetUnreachable.
 */
export function safeConnector(
  policy: TargetPolicy,
  resolve: ResolveName,
  { timeoutMs, ca, dial = dialTcp }: SafeConnectorOptions,
): buildConnector.connector {
  // The time-out of undici is off (0), because one deadline covers every step.
  const overTls = buildConnector({ ca, rejectUnauthorized: true, timeout: 0 });

  async function connect(origin: Origin): Promise<Socket> {
    checkOrigin(origin, policy);
    const { hostname, protocol } = origin;
    const deadline = deadlineIn(timeoutMs);
    const addresses = await within(deadline.remainingMs(), resolveTarget(origin, policy, resolve));
    const port = Number(origin.port || (protocol === 'https:' ? 443 : 80));
    const socket = await dialAddresses(addresses, port, dial, deadline);
    try {
      checkReached(socket, origin, policy);
      return protocol === 'https:' ? await secure(overTls, socket, withoutRootDot(hostname), deadline) : socket;
    } catch (error) {
      socket.destroy();
      throw error;
    }
  }

  return ({ hostname, protocol, port }, callback) => {
    connect({ hostname, protocol, port }).then(
      (socket) => callback(null, socket),
      (error: Error) => callback(error, null),
    );
  };
}

function checkReached(socket: Socket, host: Host, policy: TargetPolicy): void {
  const { remoteAddress } = socket;
  if (remoteAddress === undefined) throw new TargetUnreachable('network'); // the connection is already closed
  const why = whyNotReachableAt(host, remoteAddress, policy);
  if (!why) return;
  throw new BadTarget(
    `url must have a host ${allowedPlaces(host, policy)}; the connection led to another address`,
    `the connection to ${host.hostname} reached ${remoteAddress} (${why})`,
  );
}

async function secure(
  overTls: buildConnector.connector,
  socket: Socket,
  hostname: string,
  deadline: Deadline,
): Promise<Socket> {
  const servername = isIP(hostname) === 0 ? hostname : undefined; // an address is verified, but never sent as SNI
  const handshake = new Promise<Socket>((resolve, reject) => {
    const options = { hostname, servername, protocol: 'https:', port: '', httpSocket: socket };
    overTls(options, (...[error, secured]) => {
      if (error) reject(new TargetUnreachable('tls', error));
      else resolve(secured);
    });
  });
  return within(deadline.remainingMs(), handshake);
}
