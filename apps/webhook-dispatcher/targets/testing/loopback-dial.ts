import net from 'node:net';
import type { Dial } from '../dial-addresses';

/**
 * Dials loopback in place of public addresses, as if the internet were there: the socket says that it has
 * reached what was asked for. Addresses in `dead` refuse. `dialled` lists what was asked for, in order.
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
