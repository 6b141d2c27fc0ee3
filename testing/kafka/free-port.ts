import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Ports from LOWEST to MAX_PORT are below the range that systems assign to outgoing connections. From that
 * range, a client could be assigned the port of a broker that is restarting and needs its port again.
 */
const LOWEST = 15_000;
const MAX_PORT = 32_000;

/** Returns a port on loopback on which no program listens. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(LOWEST, MAX_PORT);
    if (await isFree(port)) return port;
  }
}

export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' || error.code === 'EACCES' ? resolve(false) : reject(error),
    );
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
