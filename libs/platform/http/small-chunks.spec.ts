import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { refuseSmallChunks } from './small-chunks';
import { startTestServer, type TestServer } from './testing/test-server';

const HEAD =
  'POST /api/v1/things HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n';
const AUTH = 'Authorization: Bearer good\r\n';

/** JSON text in chunks of so many characters. */
function chunked(text: string, size: number): string {
  let body = '';
  for (let at = 0; at < text.length; at += size) {
    const part = text.slice(at, at + size);
    body += `${part.length.toString(16)}\r\n${part}\r\n`;
  }
  return `${body}0\r\n\r\n`;
}
const json = (length: number): string => JSON.stringify({ note: 'x'.repeat(length - 11) });

describe('a body in chunks', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.app.close());

  const statusOf = async (head: string, body: string): Promise<string | undefined> =>
    /^HTTP\/1\.1 (\d+)/.exec(await server.exchange(`${head}Connection: close\r\n\r\n${body}`))?.[1];

  it.each([
    [200, 1],
    [20_000, 100],
    [500_000, 512],
    [500_000, 16_384],
  ])('of %d bytes in chunks of %d is read', async (length, size) => {
    expect(await statusOf(HEAD + AUTH, chunked(json(length), size))).toBe('201');
  });

  it('may arrive in packets that are smaller than its chunks', async () => {
    const body = chunked(json(200_000), 200_000);
    const socket = connect(server.port, '127.0.0.1');
    socket.write(`${HEAD}${AUTH}Connection: close\r\n\r\n`);
    for (let at = 0; at < body.length; at += 200) {
      socket.write(body.slice(at, at + 200));
      await new Promise(setImmediate);
    }
    let answer = '';
    for await (const part of socket) answer += String(part);
    expect(answer).toMatch(/^HTTP\/1\.1 201/);
  });

  it('is rejected if it has very many small chunks, and the connection is closed', async () => {
    const text = await server.exchange(`${HEAD}${AUTH}\r\n${chunked(json(60_000), 1)}`);
    expect(text).toMatch(/^HTTP\/1\.1 400 Bad Request/);
    expect(text).toMatch(/"code":"bad_http"/);
    expect(text).toMatch(/chunks of 512 bytes or more/);
  });

  it('ends its connection if it has very many small chunks, also when no one reads it', async () => {
    const text = await server.exchange(`${HEAD}\r\n${chunked(json(60_000), 1)}`).catch(() => 'reset');
    expect(text).toMatch(/^(HTTP\/1\.1 40[01]|reset|$)/);
  });

  it('has no effect on later connections, whose parsers Node.js uses again', async () => {
    for (let n = 0; n < 5; n++) await server.exchange(`${HEAD}${AUTH}\r\n${chunked(json(60_000), 1)}`).catch(() => '');
    const lengths = 'Content-Length: 200\r\n';
    for (let n = 0; n < 20; n++) {
      expect(await statusOf(HEAD + AUTH, chunked(json(20_000), 100))).toBe('201');
      const announced = (HEAD + AUTH).replace('Transfer-Encoding: chunked\r\n', lengths);
      expect(await statusOf(announced, json(200))).toBe('201');
    }
  });

  it('may be a response to this process in chunks of any size', async () => {
    const other = createServer((_request, response) => {
      for (let n = 0; n < 2_000; n++) response.write('x');
      response.end();
    }).listen(0, '127.0.0.1');
    await once(other, 'listening');
    const read = async (): Promise<number> => {
      const { port } = other.address() as AddressInfo;
      const [response] = (await once(get({ port, host: '127.0.0.1' }), 'response')) as [IncomingMessage];
      let length = 0;
      for await (const part of response) length += (part as Buffer).length;
      return length;
    };
    for (let n = 0; n < 10; n++) expect(await read()).toBe(2_000);
    other.close();
  });

  it('is not read on when a handler begins to read it after it was rejected', async () => {
    const slow = createServer();
    refuseSmallChunks(slow);
    const [handled, rejected] = [once(slow, 'request'), once(slow, 'clientError')];
    slow.listen(0, '127.0.0.1');
    await once(slow, 'listening');
    const client = connect((slow.address() as AddressInfo).port, '127.0.0.1');
    client.write(`${HEAD}\r\n${chunked(json(1_000_000), 1)}`);
    const [request] = (await handled) as [IncomingMessage];
    await rejected;
    const turns = async (count: number): Promise<void> => {
      for (let n = 0; n < count; n++) await new Promise(setImmediate);
    };
    await turns(2);
    request.resume();
    await turns(500);
    expect(request.socket.bytesRead).toBeLessThan(1_000_000);
    client.destroy();
    slow.close();
  });

  it('takes no longer for its chunks', async () => {
    const body = chunked(json(1_000_000), 1);
    const takes: number[] = [];
    // The least of three, because the process may collect the garbage of other specs meanwhile.
    while (takes.length < 3) {
      const used = process.cpuUsage();
      await server.exchange(`${HEAD}${AUTH}\r\n${body}`).catch(() => 'reset');
      const { user, system } = process.cpuUsage(used);
      takes.push((user + system) / 1_000);
    }
    expect(Math.min(...takes)).toBeLessThan(500); // of all chunks: 2 seconds
  });
});
