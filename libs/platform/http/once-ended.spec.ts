import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { onceEnded } from './once-ended';

describe('the end of a request', () => {
  let server: Server;
  const ended: string[] = [];
  let respond: Record<string, () => void>;
  let began: (path: string) => void;
  beforeEach(async () => {
    ended.length = 0;
    respond = {};
    server = createServer((request, response) => {
      const path = request.url!;
      respond[path] = () => void response.end('ok');
      onceEnded({ raw: request }, { raw: response }, () => ended.push(path));
      began(path);
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  });
  afterEach(() => server.close());

  /** Sends requests on one connection, one directly after the other. */
  async function pipelined(...paths: string[]) {
    const all = new Promise<void>((resolve) => {
      const left = new Set(paths);
      began = (path) => void (left.delete(path) && left.size === 0 && resolve());
    });
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`).join(''));
    await all;
    return socket;
  }

  it('comes once when the response was sent', async () => {
    const socket = await pipelined('/a', '/b');
    const received = once(socket, 'data');
    respond['/a']!();
    await received;
    expect(ended).toEqual(['/a']);
    socket.destroy();
    while (ended.length < 2) await new Promise(setImmediate);
    expect(ended).toEqual(['/a', '/b']);
  });

  it('comes when the connection ends, also while a response waits behind another', async () => {
    const socket = await pipelined('/a', '/b', '/c');
    socket.destroy();
    while (ended.length < 3) await new Promise(setImmediate);
    respond['/a']!();
    expect(new Set(ended)).toEqual(new Set(['/a', '/b', '/c']));
  });
});
