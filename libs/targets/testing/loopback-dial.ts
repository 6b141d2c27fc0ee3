import net from 'node:net';
import type { Dial } from '../dial-addresses';

/**
 * Dials loopback instead of public addresses, as if the internet were there: the socket reports the requested
 * address. Addresses in `dead` refuse connections. `dialled` lists the requested addresses, in order.
 */
export function loopbackDial(port: number, dead: string[] = []): { dial: Dial; dialled: string[] } {
  const dialled: string[] = [];
  const dial: Dial = (address, askedPort) => {
    dialled.push(`${address} ${askedPort}`);
    const socket = new net.Socket();
    Object.defineProperty(socket, 'remoteAddress', { value: address });
    if (!dead.includes(address)) return socket.connect(port, '127.0.0.1');
    return socket.destroy(Object.assign(new Error(`connect ECONNREFUSED ${address}`), { code: 'ECONNREFUSED' }));
  };
  return { dial, dialled };
}
