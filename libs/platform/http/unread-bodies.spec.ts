import { fastify } from 'fastify';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { endUnreadBodies } from './unread-bodies';

describe('a body that goes on after the response', () => {
  const server = fastify({ forceCloseConnections: true });
  beforeAll(async () => {
    endUnreadBodies(server, 50);
    server.addHook('onRequest', async (_request, reply) => reply.code(401).send('no'));
    server.post('/', () => 'never');
    await server.listen({ host: '127.0.0.1', port: 0 });
  });
  afterAll(() => server.close());

  const post = (length: number): Socket => {
    const socket = connect((server.server.address() as AddressInfo).port, '127.0.0.1');
    socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n`);
    return socket;
  };
  const closed = (socket: Socket): Promise<void> => new Promise((done) => socket.on('close', () => done()));
  const answered = (socket: Socket): Promise<string> =>
    new Promise((done) => socket.once('data', (part) => done(String(part))));

  it('ends with its connection', async () => {
    const socket = post(1_000_000).on('error', () => {});
    const gone = closed(socket);
    expect(await answered(socket)).toMatch(/^HTTP\/1\.1 401/);
    socket.write('x'.repeat(1_000));
    await gone;
  });

  it('may be that of a request inside the process, which has no connection', async () => {
    expect((await server.inject({ method: 'POST', url: '/', payload: 'x' })).statusCode).toBe(401);
    // As long as a connection would take to end.
    const socket = post(1_000_000)
      .on('error', () => {})
      .resume();
    await closed(socket);
  });

  it('keeps its connection when the rest comes soon', async () => {
    const socket = post(4);
    expect(await answered(socket)).toMatch(/^HTTP\/1\.1 401/);
    socket.write('xxxxPOST / HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n');
    expect(await answered(socket)).toMatch(/^HTTP\/1\.1 401/);
    socket.destroy();
  });
});
