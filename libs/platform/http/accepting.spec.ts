import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { fastify } from 'fastify';
import { acceptRequests } from './accepting';

const envelope = (code: string) => ({ status: 'error', code, message: expect.stringMatching(/./) });

/** A server whose stop lasts until the test lets it go on. */
async function startServer() {
  const server = fastify({ return503OnClosing: false, http: { requireHostHeader: false } });
  acceptRequests(server);
  let begun!: (goOn: () => void) => void;
  const stopping = new Promise<() => void>((resolve) => (begun = resolve));
  server.addHook('preClose', () => new Promise<void>((goOn) => begun(goOn)));
  server.get('/', async () => ({ status: 'ok' }));
  server.setErrorHandler(() => 'the error handler is that of the framework');
  return { server, url: await server.listen({ host: '127.0.0.1', port: 0 }), stopping };
}

describe('a server', () => {
  it('rejects requests in the envelope while it stops, and closes their connections', async () => {
    const { server, url, stopping } = await startServer();
    const stopped = server.close();
    const goOn = await stopping;
    const answer = await fetch(url);
    goOn();
    await stopped;
    expect(answer.status).toBe(503);
    expect(Object.fromEntries(answer.headers)).toMatchObject({ connection: 'close', 'retry-after': '2' });
    expect(await answer.json()).toEqual(envelope('unavailable'));
  });

  it('rejects a request of HTTP/1.1 without Host in the envelope', async () => {
    const { server, url, stopping } = await startServer();
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.end('GET / HTTP/1.1\r\n\r\n');
    const answer = await text(socket);
    void stopping.then((goOn) => goOn());
    await server.close();
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(JSON.parse(answer.split('\r\n\r\n')[1]!)).toEqual(envelope('bad_http'));
  });
});
