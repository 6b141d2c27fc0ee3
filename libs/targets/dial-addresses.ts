import net, { isIPv4 } from 'node:net';
import { type Deadline, within } from './deadline';
import { TargetUnreachable, tcpFailure } from './target-unreachable';

/** Begins a TCP connection to an address (never a name). */
export type Dial = (address: string, port: number) => net.Socket;

/** A name may have any number of addresses. The limit prevents a long list from becoming a scan of other networks. */
const MAX_ATTEMPTS = 4;

export const dialTcp: Dial = (address, port) => net.connect({ host: address, port, noDelay: true, keepAlive: true });

/**
 * Connects to the first address that accepts, IPv4 and IPv6 alternately, at most four. Each has an equal part of
 * the remaining time, so that an address that does not respond leaves time for the next one.
 *
 * @throws TargetUnreachable with the reason of the last address
 */
export async function dialAddresses(
  addresses: string[],
  port: number,
  dial: Dial,
  deadline: Deadline,
): Promise<net.Socket> {
  const attempts = alternate(addresses).slice(0, MAX_ATTEMPTS);
  let failure = new TargetUnreachable('network');
  for (const [index, address] of attempts.entries()) {
    if (deadline.remainingMs() === 0) throw new TargetUnreachable('timed_out');
    try {
      return await dialOne(dial(address, port), deadline.remainingMs() / (attempts.length - index));
    } catch (error) {
      failure = error instanceof TargetUnreachable ? error : tcpFailure(error);
    }
  }
  throw failure;
}

async function dialOne(socket: net.Socket, ms: number): Promise<net.Socket> {
  const connected = new Promise<net.Socket>((resolve, reject) => {
    socket.once('connect', () => resolve(socket));
    // This listener is never removed: without it, an error before the first request would end the process.
    socket.on('error', reject);
  });
  try {
    return await within(ms, connected);
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

function alternate(addresses: string[]): string[] {
  const v4 = addresses.filter((address) => isIPv4(address));
  const v6 = addresses.filter((address) => !isIPv4(address));
  const pairs = Array.from({ length: Math.max(v4.length, v6.length) }, (_, index) => [v4[index], v6[index]]);
  return pairs.flat().filter((address) => address !== undefined);
}
