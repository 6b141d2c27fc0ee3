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

  it('sends the token and answers what is in the envelope', async () => {
    const client = await clientOf(({ url, headers }, answer) =>
      answer.end(JSON.stringify({ status: 'ok', data: { url, authorization: headers.authorization } })),
    );
    expect(await client.get('tenants')).toEqual({ url: '/api/v1/tenants', authorization: 'Bearer the-token' });
  });

  it('answers undefined for what is not found, and throws what else was refused', async () => {
    const client = await clientOf(({ url }, answer) => {
      answer.statusCode = url === '/api/v1/absent' ? 404 : 400;
      answer.end(JSON.stringify({ status: 'error', code: 'no', message: 'not so' }));
    });
    expect(await client.find('absent')).toBeUndefined();
    await expect(client.find('refused')).rejects.toMatchObject({ status: 400, code: 'no', message: 'not so' });
  });

  it("adds the request's id to a fault of the server's own, and to no other", async () => {
    const client = await clientOf(({ url }, answer) => {
      answer.writeHead(url === '/api/v1/broken' ? 500 : 400, { 'x-request-id': 'r1' });
      answer.end(JSON.stringify({ status: 'error', code: 'c', message: 'm' }));
    });
    await expect(client.get('broken')).rejects.toMatchObject({ message: 'm (X-Request-Id: r1)' });
    await expect(client.get('refused')).rejects.toMatchObject({ message: 'm' });
  });

  it('says when something else answers at the address', async () => {
    const client = await clientOf((_request, answer) => answer.end('<html>welcome</html>'));
    await expect(client.get('tenants')).rejects.toMatchObject({ code: 'not_a_back_office' });
    await expect(linesOf(client)).rejects.toMatchObject({ code: 'cut_off' }); // no line ever ends
  });

  it('says the status when an error has no body that it knows', async () => {
    const client = await clientOf((_request, answer) => {
      answer.statusCode = 502;
      answer.end('bad gateway');
    });
    await expect(client.get('tenants')).rejects.toMatchObject({
      status: 502,
      message: expect.stringMatching(/GET .*tenants answered 502/),
    });
  });

  it('says why nothing answers, for a name with several addresses too', async () => {
    const gone = createServer();
    await new Promise<void>((ready) => gone.listen(0, '127.0.0.1', ready));
    const { port } = gone.address() as AddressInfo;
    await new Promise((closed) => gone.close(closed));
    const client = new BackOfficeClient(`http://localhost:${port}`, 'the-token');
    await expect(client.get('tenants')).rejects.toMatchObject({
      status: 0,
      code: 'unreachable',
      message: expect.stringMatching(/^no back office answers at http:\/\/localhost:\d+: .*ECONNREFUSED/),
    });
  });

  it('yields lines that come in pieces, cut inside a character', async () => {
    const text = Buffer.from('{"n":"é"}\n{"n":2}\n');
    const client = await clientOf((_request, answer) => {
      answer.write(text.subarray(0, 7), () => answer.end(text.subarray(7)));
    });
    expect(await linesOf(client)).toEqual([{ n: 'é' }, { n: 2 }]);
  });

  it('throws an error that comes as the last line', async () => {
    const client = await clientOf((_request, answer) => {
      answer.setHeader('x-request-id', 'r2');
      answer.end('{"n":1}\n{"status":"error","code":"internal","message":"it broke"}\n');
    });
    await expect(linesOf(client)).rejects.toMatchObject({ code: 'internal', message: 'it broke (X-Request-Id: r2)' });
  });

  it('says that it was cut off when the connection is lost', async () => {
    const client = await clientOf((_request, answer) => answer.write('{"n":1}\n', () => answer.destroy()));
    await expect(linesOf(client)).rejects.toMatchObject({ code: 'cut_off' });
  });

  it('says that it was cut off when the last line has no end', async () => {
    const client = await clientOf((_request, answer) => answer.end('{"n":1}\n{"n"'));
    await expect(linesOf(client)).rejects.toMatchObject({ code: 'cut_off' });
  });
});
