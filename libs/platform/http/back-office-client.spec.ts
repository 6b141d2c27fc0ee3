import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { BackOfficeClient } from './back-office-client';

describe('the client of the back office', () => {
  let server: Server | undefined;

  afterEach(async () => {
    const listening = server;
    server = undefined;
    if (!listening) return;
    listening.closeAllConnections();
    await new Promise((closed) => listening.close(closed));
  });

  async function clientOf(listener: RequestListener): Promise<BackOfficeClient> {
    const listening = createServer(listener);
    await new Promise<void>((ready) => listening.listen(0, '127.0.0.1', ready));
    server = listening;
    const { port } = listening.address() as AddressInfo;
    return new BackOfficeClient(`http://127.0.0.1:${port}/api/v1`, 'the-token');
  }

  async function linesOf(client: BackOfficeClient): Promise<object[]> {
    const lines: object[] = [];
    for await (const line of client.postForLines<object>('work')) lines.push(line);
    return lines;
  }

  it('sends the token and returns the content of the envelope', async () => {
    const client = await clientOf(({ url, headers }, answer) =>
      answer.end(JSON.stringify({ status: 'ok', data: { url, authorization: headers.authorization } })),
    );
    expect(await client.get('tenants')).toEqual({ url: '/api/v1/tenants', authorization: 'Bearer the-token' });
  });

  it('returns undefined for missing resources, and throws other refusals', async () => {
    const client = await clientOf(({ url }, answer) => {
      answer.statusCode = url === '/api/v1/absent' ? 404 : 400;
      answer.end(JSON.stringify({ status: 'error', code: 'no', message: 'not so' }));
    });
    expect(await client.find('absent')).toBeUndefined();
    await expect(client.find('refused')).rejects.toMatchObject({ status: 400, code: 'no', message: 'not so' });
  });

  it('adds the request id only to internal errors of the server', async () => {
    const client = await clientOf(({ url }, answer) => {
      answer.writeHead(url === '/api/v1/broken' ? 500 : 400, { 'x-request-id': 'r1' });
      answer.end(JSON.stringify({ status: 'error', code: 'c', message: 'm' }));
    });
    await expect(client.get('broken')).rejects.toMatchObject({ message: 'm (X-Request-Id: r1)' });
    await expect(client.get('refused')).rejects.toMatchObject({ message: 'm' });
  });

  it('reports a server that is not a back office', async () => {
    const client = await clientOf((_request, answer) => answer.end('<html>welcome</html>'));
    await expect(client.get('tenants')).rejects.toMatchObject({ code: 'not_a_back_office' });
    await expect(linesOf(client)).rejects.toMatchObject({ code: 'cut_off' }); // the response has no complete line
  });

  it('reports the status of an error with an unknown body', async () => {
    const client = await clientOf((_request, answer) => {
      answer.statusCode = 502;
      answer.end('bad gateway');
    });
    await expect(client.get('tenants')).rejects.toMatchObject({
      status: 502,
      message: expect.stringMatching(/GET .*tenants returned 502/),
    });
  });

  it('reports why the back office is unreachable, also for a host name with several addresses', async () => {
    const gone = createServer();
    await new Promise<void>((ready) => gone.listen(0, '127.0.0.1', ready));
    const { port } = gone.address() as AddressInfo;
    await new Promise((closed) => gone.close(closed));
    const client = new BackOfficeClient(`http://localhost:${port}`, 'the-token');
    await expect(client.get('tenants')).rejects.toMatchObject({
      status: 0,
      code: 'unreachable',
      message: expect.stringMatching(/^cannot reach the back office at http:\/\/localhost:\d+: .*ECONNREFUSED/),
    });
  });

  it('yields complete lines when a chunk ends inside a character', async () => {
    const text = Buffer.from('{"n":"é"}\n{"n":2}\n');
    const client = await clientOf((_request, answer) => {
      answer.write(text.subarray(0, 7), () => answer.end(text.subarray(7)));
    });
    expect(await linesOf(client)).toEqual([{ n: 'é' }, { n: 2 }]);
  });

  it('throws the error that the last line reports', async () => {
    const client = await clientOf((_request, answer) => {
      answer.setHeader('x-request-id', 'r2');
      answer.end('{"n":1}\n{"status":"error","code":"internal","message":"it broke"}\n');
    });
    await expect(linesOf(client)).rejects.toMatchObject({ code: 'internal', message: 'it broke (X-Request-Id: r2)' });
  });

  it('reports an incomplete response when the connection is lost', async () => {
    const client = await clientOf((_request, answer) => answer.write('{"n":1}\n', () => answer.destroy()));
    await expect(linesOf(client)).rejects.toMatchObject({ code: 'cut_off' });
  });

  it('reports an incomplete response when the last line is incomplete', async () => {
    const client = await clientOf((_request, answer) => answer.end('{"n":1}\n{"n"'));
    await expect(linesOf(client)).rejects.toMatchObject({ code: 'cut_off' });
  });
});
