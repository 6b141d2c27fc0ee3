import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CliError } from '../errors';

const HOST = '127.0.0.1';
/** The form of codes, so that other requests to the port do not end the wait. */
const CODE = /^[A-Za-z0-9_-]{43}$/;
const PAGE = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', connection: 'close' };

export interface CodeListener {
  port: number;
  /** @throws CliError `timeout` */
  codeUntil(end: Date): Promise<string>;
  stop(): Promise<void>;
}

/** Waits on the loopback address for the browser that brings the code of a sign-in. */
export async function listenForCode(): Promise<CodeListener> {
  let found: (code: string) => void;
  const code = new Promise<string>((resolve) => (found = resolve));
  const server = createServer((request, response) => {
    const given = new URL(request.url ?? '/', `http://${HOST}`).searchParams.get('code') ?? '';
    if (request.method !== 'GET' || !CODE.test(given)) return void response.writeHead(404, PAGE).end();
    response.writeHead(200, PAGE).end('You can close this page and return to the command line.\n');
    found(given);
  });
  server.listen(0, HOST);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    codeUntil: async (end) => {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<never>((_, reject) => {
        const message = 'the browser did not come back in time; sign in again';
        timer = setTimeout(() => reject(new CliError('timeout', message)), Math.max(0, end.getTime() - Date.now()));
      });
      return Promise.race([code, late]).finally(() => clearTimeout(timer));
    },
    stop: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
