import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo, Server } from 'node:net';

const ATTEMPTS = 20;

/** Servers of one kind on 127.0.0.1 and ::1 (where the machine has it), both on the same free port. */
export interface LoopbackListeners {
  port: number;
  /** TCP connections accepted since the start */
  connections: () => number;
  close: () => Promise<void>;
}

/** `make` creates a server that does not listen yet: of net, http or tls. */
export async function listenOnLoopback(make: () => Server): Promise<LoopbackListeners> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await listenOnSamePort(make);
    } catch (error) {
      // The port that was free on 127.0.0.1 is in use on ::1.
      if (codeOf(error) !== 'EADDRINUSE' || attempt === ATTEMPTS) throw error;
    }
  }
}

async function listenOnSamePort(make: () => Server): Promise<LoopbackListeners> {
  let connections = 0;
  const open: Server[] = [];
  const close = async () => {
    for (const server of open.splice(0)) {
      server.close();
      if (server instanceof http.Server || server instanceof https.Server) server.closeAllConnections();
      await once(server, 'close');
    }
  };
  const listen = async (host: string, port: number) => {
    const server = make().on('connection', () => connections++);
    server.listen(port, host);
    await once(server, 'listening');
    open.push(server);
    return (server.address() as AddressInfo).port;
  };

  const port = await listen('127.0.0.1', 0);
  try {
    await listen('::1', port);
  } catch (error) {
    if (codeOf(error) !== 'EADDRNOTAVAIL' && codeOf(error) !== 'EAFNOSUPPORT') {
      await close();
      throw error;
    }
  }
  return { port, connections: () => connections, close };
}

const codeOf = (error: unknown): unknown => (error as { code?: unknown }).code;
