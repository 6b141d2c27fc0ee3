import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import tls, { type TLSSocket } from 'node:tls';
import { Pool } from 'undici';
import { BadTarget } from './bad-target';
import { safeConnector, type SafeConnectorOptions } from './safe-connector';
import { loopbackCertificate, receiverCertificate, testKey } from './testing/certificates';
import { loopbackDial } from './testing/loopback-dial';
import { listenOnLoopback, type LoopbackListeners } from './testing/loopback-listeners';

const PUBLIC = '93.184.216.34';
const strict = { allowedPorts: new Set<number>(), allowInsecureLoopback: false };
const development = { ...strict, allowInsecureLoopback: true };

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0).reverse()) await each.close();
});

async function listen(make: () => net.Server): Promise<LoopbackListeners> {
  const listeners = await listenOnLoopback(make);
  opened.push(listeners);
  return listeners;
}

/** A receiver that returns 200 with the host header and the name in the TLS handshake. */
const receiver = (cert?: string) =>
  listen(() => {
    const answer: http.RequestListener = (request, response) =>
      response.end(JSON.stringify([request.headers.host, (request.socket as TLSSocket).servername ?? null]));
    return cert ? https.createServer({ cert, key: testKey }, answer) : http.createServer(answer);
  });

interface Sending extends Partial<SafeConnectorOptions> {
  policy?: typeof strict;
  addresses?: string[];
  headers?: Record<string, string>;
}

async function send(origin: string, { policy = strict, addresses = [PUBLIC], headers, ...options }: Sending = {}) {
  const connect = safeConnector(policy, async () => addresses, { timeoutMs: 5_000, ...options });
  const pool = new Pool(origin, { connect, connections: 1 });
  opened.push({ close: () => pool.destroy() });
  const { statusCode, body } = await pool.request({ method: 'POST', path: '/hook', body: '{}', headers });
  return { statusCode, body: await body.json() };
}

describe('an open loopback', () => {
  it.each(['http://localhost', 'http://127.0.0.1'])('is reached as %s', async (origin) => {
    const { port, connections } = await receiver();
    expect(await send(`${origin}:${port}`, { policy: development })).toMatchObject({ statusCode: 200 });
    expect(connections()).toBe(1);
  });

  it('is reached over TLS when the certificate is trusted', async () => {
    const { port } = await receiver(loopbackCertificate);
    const trusting = { policy: development, ca: loopbackCertificate };
    expect((await send(`https://localhost:${port}`, trusting)).body).toEqual([`localhost:${port}`, 'localhost']);
    expect((await send(`https://127.0.0.1:${port}`, trusting)).body).toEqual([`127.0.0.1:${port}`, false]);
  });
});

describe('the certificate', () => {
  const untrusted = { name: 'TargetUnreachable', reason: 'tls', cause: { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' } };
  const forAnother = { name: 'TargetUnreachable', reason: 'tls', cause: { code: 'ERR_TLS_CERT_ALTNAME_INVALID' } };

  it('must be trusted', async () => {
    const { port } = await receiver(loopbackCertificate);
    await expect(send(`https://localhost:${port}`, { policy: development })).rejects.toMatchObject(untrusted);
  });

  it('must be trusted whatever the value of NODE_TLS_REJECT_UNAUTHORIZED; an explicit option overrides it', async () => {
    const { port } = await receiver(loopbackCertificate);
    const connect = jest.spyOn(tls, 'connect');
    await expect(send(`https://localhost:${port}`, { policy: development })).rejects.toMatchObject(untrusted);
    expect(connect).toHaveBeenCalledWith(expect.objectContaining({ rejectUnauthorized: true }));
    connect.mockRestore();
  });

  it('must be for the host, also in development and when it is trusted', async () => {
    const { port } = await receiver(receiverCertificate);
    const sending = { policy: development };
    await expect(send(`https://localhost:${port}`, sending)).rejects.toMatchObject(untrusted);
    const trusting = { ...sending, ca: receiverCertificate };
    await expect(send(`https://localhost:${port}`, trusting)).rejects.toMatchObject(forAnother);
    await expect(send(`https://127.0.0.1:${port}`, trusting)).rejects.toMatchObject(forAnother);
  });

  it('must be for the name and not for the address of the connection', async () => {
    const { port } = await receiver(receiverCertificate);
    const { dial, dialled } = loopbackDial(port);
    const sending = { dial, ca: receiverCertificate };
    const { body } = await send('https://receiver.example.org', sending);
    expect(body).toEqual(['receiver.example.org', 'receiver.example.org']);
    await expect(send('https://other.example.org', sending)).rejects.toMatchObject(forAnother);
    expect(dialled).toEqual([`${PUBLIC} 443`, `${PUBLIC} 443`]);
  });

  it('must be for the name when a request has another host', async () => {
    const { port } = await receiver(receiverCertificate);
    const sending = { dial: loopbackDial(port).dial, ca: receiverCertificate };
    const headers = { host: 'receiver.example.org' };
    await expect(send('https://other.example.org', { ...sending, headers })).rejects.toMatchObject(forAnother);
  });
});

describe('connecting', () => {
  it('continues with the next checked address when one refuses the connection', async () => {
    const { port } = await receiver(receiverCertificate);
    const addresses = [PUBLIC, '93.184.216.35'];
    const { dial, dialled } = loopbackDial(port, [PUBLIC]);
    const sending = { addresses, dial, ca: receiverCertificate };
    expect(await send('https://receiver.example.org', sending)).toMatchObject({ statusCode: 200 });
    expect(dialled).toEqual(['93.184.216.34 443', '93.184.216.35 443']);
  });

  it('resolves again for every connection', async () => {
    const { port, connections } = await receiver();
    const { dial } = loopbackDial(port, [PUBLIC]);
    const resolve = jest.fn(async () => [PUBLIC]);
    const connect = safeConnector(strict, resolve, { timeoutMs: 5_000, dial });
    const pool = new Pool('https://hooks.example.com', { connect, connections: 1 });
    opened.push({ close: () => pool.destroy() });
    for (let request = 1; request <= 3; request++) {
      await expect(pool.request({ method: 'POST', path: '/' })).rejects.toMatchObject({ reason: 'refused' });
      expect(resolve).toHaveBeenCalledTimes(request);
    }
    expect(connections()).toBe(0);
  });

  it('sends nothing when the connection led to a forbidden address', async () => {
    let received = 0;
    const closed: Promise<unknown>[] = [];
    const { port } = await listen(() =>
      net.createServer((socket) => {
        socket.on('data', ({ length }) => (received += length));
        closed.push(new Promise((resolve) => socket.on('close', resolve)));
      }),
    );
    const dial = () => net.connect(port, '127.0.0.1');
    const error: unknown = await send('https://hooks.example.com', { dial }).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(BadTarget);
    expect(error).toMatchObject({
      message: 'url must have a host on the public internet; the connection led to another address',
      operatorDetail: 'the connection to hooks.example.com reached 127.0.0.1 (loopback)',
    });
    await Promise.all(closed);
    expect(received).toBe(0);
  });

  it('says that a name does not resolve, and why', async () => {
    const connect = safeConnector(strict, () => Promise.reject(new Error('ESERVFAIL')), { timeoutMs: 5_000 });
    const pool = new Pool('https://hooks.example.com', { connect });
    opened.push({ close: () => pool.destroy() });
    await expect(pool.request({ method: 'POST', path: '/' })).rejects.toMatchObject({
      name: 'UnresolvedTarget',
      cause: { message: 'ESERVFAIL' },
    });
  });
});

describe('the time-out', () => {
  const timedOut = { name: 'TargetUnreachable', reason: 'timed_out' };

  it('covers resolving; a late result is not connected to', async () => {
    let answer: (addresses: string[]) => void = () => undefined;
    const resolve = () => new Promise<string[]>((done) => (answer = done));
    const dial = jest.fn();
    const connect = safeConnector(strict, resolve, { timeoutMs: 50, dial });
    const pool = new Pool('https://hooks.example.com', { connect });
    opened.push({ close: () => pool.destroy() });
    await expect(pool.request({ method: 'POST', path: '/' })).rejects.toMatchObject(timedOut);
    answer([PUBLIC]);
    await new Promise(setImmediate);
    expect(dial).not.toHaveBeenCalled();
  });

  it('covers connecting', async () => {
    const silent = new net.Socket();
    await expect(send('https://hooks.example.com', { dial: () => silent, timeoutMs: 50 })).rejects.toMatchObject(
      timedOut,
    );
    expect(silent.destroyed).toBe(true);
  });

  it('covers the TLS handshake; the receiver sees the connection end', async () => {
    const closed: Promise<unknown>[] = [];
    const { port } = await listen(() =>
      net.createServer((socket) => {
        socket.on('error', () => socket.destroy()).resume();
        closed.push(new Promise((resolve) => socket.on('close', resolve)));
      }),
    );
    const sending = { policy: development, timeoutMs: 100 };
    await expect(send(`https://localhost:${port}`, sending)).rejects.toMatchObject(timedOut);
    expect(closed).toHaveLength(1);
    await Promise.all(closed);
  });
});
