import { isIP, type Socket } from 'node:net';
import { buildConnector } from 'undici';
import { BadTarget } from './bad-target';
import { checkOrigin, type Origin, whyNotReachableAt, withoutRootDot } from './check-origin';
import { type Deadline, deadlineIn, within } from './deadline';
import { type Dial, dialAddresses, dialTcp } from './dial-addresses';
import { type ResolveName, resolveTarget } from './resolve-target';
import type { TargetPolicy } from './target-policy';
import { TargetUnreachable } from './target-unreachable';

export interface SafeConnectorOptions {
  /** for all of it: resolving, connecting, the TLS handshake */
  timeoutMs: number;
  /** trusted instead of the well-known authorities, in PEM */
  ca?: string | string[];
  /** begins a TCP connection; for tests */
  dial?: Dial;
}

/**
 * What undici connects with: `new Pool(origin, { connect: safeConnector(policy, resolve, { timeoutMs }) })`.
 * One may serve many pools.
 *
 * Guarantees, for every connection and not only the first:
 * - protocol, host and port are checked, and a name is resolved and all its addresses are checked, before
 *   anything is connected to; connections go to the very addresses that were checked, so a name that changes
 *   between check and connect changes nothing;
 * - the address that was reached is checked once more before the first byte is sent;
 * - the certificate has to be trusted and for the host of the pool's origin, which is also the name that TLS
 *   asks for, whatever `host` header or `servername` a request brings and whatever NODE_TLS_REJECT_UNAUTHORIZED says.
 *
 * Not guaranteed: that a connection which is kept alive ends when the name's records change; that redirects
 * are not followed, which is the request's business (undici does not unless an interceptor is added), though
 * a redirect followed by a pool with this connector is checked like any other target. A proxy from the
 * environment is not used.
 *
 * The request fails with BadTarget, UnresolvedTarget or TargetUnreachable.
 */
export function safeConnector(
  policy: TargetPolicy,
  resolve: ResolveName,
  { timeoutMs, ca, dial = dialTcp }: SafeConnectorOptions,
): buildConnector.connector {
  // Its own time-out is off (0): one deadline covers every step.
  const overTls = buildConnector({ ca, rejectUnauthorized: true, timeout: 0 });

  async function connect(origin: Origin): Promise<Socket> {
    checkOrigin(origin, policy);
    const { hostname, protocol } = origin;
    const deadline = deadlineIn(timeoutMs);
    const addresses = await within(deadline.remainingMs(), resolveTarget(hostname, policy, resolve));
    const port = Number(origin.port || (protocol === 'https:' ? 443 : 80));
    const socket = await dialAddresses(addresses, port, dial, deadline);
    try {
      checkReached(socket, hostname, policy);
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

function checkReached(socket: Socket, hostname: string, policy: TargetPolicy): void {
  const { remoteAddress } = socket;
  if (remoteAddress === undefined) throw new TargetUnreachable('network'); // closed again already
  const why = whyNotReachableAt(hostname, remoteAddress, policy);
  if (!why) return;
  throw new BadTarget(
    'url must have a host on the public internet; the connection led elsewhere',
    `the connection to ${hostname} reached ${remoteAddress} (${why})`,
  );
}

async function secure(
  overTls: buildConnector.connector,
  socket: Socket,
  hostname: string,
  deadline: Deadline,
): Promise<Socket> {
  const servername = isIP(hostname) === 0 ? hostname : undefined; // an address is verified, but never asked for by SNI
  const handshake = new Promise<Socket>((resolve, reject) => {
    const options = { hostname, servername, protocol: 'https:', port: '', httpSocket: socket };
    overTls(options, (...[error, secured]) => {
      if (error) reject(new TargetUnreachable('tls', error));
      else resolve(secured);
    });
  });
  return within(deadline.remainingMs(), handshake);
}
