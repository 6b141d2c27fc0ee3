import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import https from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { receiverCertificate, testKey } from '@probity/targets/testing/certificates';
import { loopbackDial } from '@probity/targets/testing/loopback-dial';
import { Downloads, type DownloadsOptions, type FileToDownload } from './downloads';
import { ListServer } from './testing/list-server';

const LOOPBACK = { allowedPorts: new Set<number>(), allowInsecureLoopback: true };
const MIB = 1024 * 1024;
/** In the query of each address; no message may contain it. */
const TOKEN = 'secret-token';

let folder: string;
let server: ListServer;
let downloads: Downloads;
const opened: Downloads[] = [];
const never = new AbortController().signal;

function open(options: Partial<DownloadsOptions> = {}): Downloads {
  const resolve = () => Promise.reject(new Error('no name must be resolved'));
  const made = new Downloads({ policy: LOOPBACK, resolve, ...options });
  opened.push(made);
  return made;
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'probity-downloads-'));
  server = await ListServer.start();
  downloads = open();
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.stop()));
  await server.stop();
  rmSync(folder, { recursive: true });
});

const path = (): string => join(folder, 'list');
const order = (more: Partial<FileToDownload> = {}): FileToDownload => ({
  url: `${server.url}/list.csv?token=${TOKEN}`,
  path: path(),
  maxBytes: MIB,
  ...more,
});
const respondWith = (status: number, headers: Record<string, string>, body: string | Buffer = ''): void => {
  server.respond = (_request, response) => void response.writeHead(status, headers).end(body);
};

/** Expects that the download fails with the code, and that the message has no token. */
async function fails(code: string, message: RegExp, more: Partial<FileToDownload> = {}, by = downloads): Promise<void> {
  const failure = await by.file(order(more), never).then(
    () => ({ code: 'none', message: 'the download succeeded' }),
    (error: { code: string; message: string }) => error,
  );
  expect({ code: failure.code, message: failure.message }).toEqual({ code, message: expect.stringMatching(message) });
  expect(failure.message).not.toContain(TOKEN);
}

describe('a file', () => {
  it('is stored for its owner only, with its digest and what the server says about its version', async () => {
    const headers = { etag: '"7"', 'last-modified': 'Mon, 02 Mar 2026 09:00:00 GMT' };
    respondWith(200, headers, 'id,name\n1,Ann\n');
    expect(await downloads.file(order(), never)).toEqual({
      unchanged: false,
      bytes: 14,
      sha256: createHash('sha256').update('id,name\n1,Ann\n').digest('hex'),
      etag: '"7"',
      last_modified: 'Mon, 02 Mar 2026 09:00:00 GMT',
    });
    expect(readFileSync(path(), 'utf8')).toBe('id,name\n1,Ann\n');
    expect(statSync(path()).mode & 0o777).toBe(0o600);
    expect(server.requests[0]!.url).toBe(`/list.csv?token=${TOKEN}`);
    expect(server.requests[0]!.headers).toMatchObject({ 'accept-encoding': 'identity', 'user-agent': 'Probity/1' });
  });

  it('is not transferred when the server has the known version', async () => {
    const known = { etag: '"7"', last_modified: 'Mon, 02 Mar 2026 09:00:00 GMT' };
    respondWith(304, {});
    expect(await downloads.file(order({ known }), never)).toEqual({ unchanged: true });
    expect(server.requests[0]!.headers).toMatchObject({
      'if-none-match': known.etag,
      'if-modified-since': known.last_modified,
    });
    expect(existsSync(path())).toBe(false);
    await fails('bad_status', /returned 304 instead of 200$/); // without a known version
  });

  it.each([204, 206, 404, 500, 503])('is not accepted with the status %d', async (status) => {
    respondWith(status, {}, status === 204 ? '' : 'a page');
    await fails('bad_status', new RegExp(`^127.0.0.1:\\d+ returned ${status} instead of 200$`));
  });

  it('is not transferred when its length says that it is too large', async () => {
    let ended = false;
    server.respond = (_request, response) => {
      response.on('close', () => (ended = true));
      response.writeHead(200, { 'content-length': String(2 * MIB) }).write('x');
    };
    await fails('too_large', /more than 1048576 bytes; raise max_bytes/);
    expect(existsSync(path())).toBe(false);
    while (!ended) await new Promise(setImmediate);
  });

  it('ends when it becomes too large without a length', async () => {
    const endless = (response: ServerResponse): void => {
      const more = (): void => {
        if (!response.destroyed && response.write(Buffer.alloc(64 * 1024))) setImmediate(more);
      };
      response.on('drain', more);
      more();
    };
    server.respond = (_request, response) => endless(response.writeHead(200));
    await fails('too_large', /more than 1048576 bytes/);
    expect(statSync(path()).size).toBeLessThanOrEqual(MIB);
  });

  it.each([
    ['with a length', { 'content-length': '1000' }],
    ['in chunks', {}],
  ])('that breaks off %s is not accepted', async (_how, headers) => {
    server.respond = (_request, response) => {
      response.writeHead(200, headers).write('id,name\n', () => response.destroy());
    };
    await fails('truncated', /closed the connection before the end of the file$/);
  });

  it('that ends with the connection is accepted only if its checksum is compared', async () => {
    server.respond = ({ socket }) => void socket.end('HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nid,name\n');
    await fails('truncated', /^127.0.0.1:\d+ says neither the length .* set the address of its checksum$/);
    expect(existsSync(path())).toBe(false);
    expect(await downloads.file(order({ hasChecksum: true }), never)).toMatchObject({ bytes: 8 });
  });

  it('keeps only what a later request can repeat of what the server says about its version', async () => {
    respondWith(200, { etag: '"caf\u00e9"', 'last-modified': 'x'.repeat(513) }, 'id,name\n');
    const stored = { unchanged: false, bytes: 8, sha256: createHash('sha256').update('id,name\n').digest('hex') };
    expect(await downloads.file(order(), never)).toEqual(stored);
    rmSync(path());
    const known = { etag: '"\u540d"', last_modified: 'Mon, 02 Mar 2026 09:00:00 GMT' }; // kept by an earlier version
    expect(await downloads.file(order({ known }), never)).toEqual(stored);
    expect(server.requests[1]!.headers).not.toHaveProperty('if-none-match');
    expect(server.requests[1]!.headers).toMatchObject({ 'if-modified-since': known.last_modified });
  });

  it('is not waited for when the server is silent, before the headers or in the body', async () => {
    const patient = open({ idleMs: 100 });
    server.respond = () => {};
    await fails('timeout', /^127.0.0.1:\d+ sent nothing for too long$/, {}, patient);
    server.respond = (_request, response) => void response.writeHead(200).write('id,name\n');
    await fails('timeout', /sent nothing for too long$/, {}, patient);
  });

  it('ends with the reason of the signal, in the middle of the body', async () => {
    const stop = new AbortController();
    server.respond = (_request, response) =>
      response.writeHead(200).write('id,name\n', () => stop.abort(new Error('the pipeline is stopping')));
    await expect(downloads.file(order(), stop.signal)).rejects.toThrow('the pipeline is stopping');
  });

  it('cannot be transferred from a host that is away, or that closes the connection', async () => {
    server.respond = (request) => request.socket.destroy();
    await fails('truncated', /closed the connection/);
    const away = await ListServer.start();
    const url = `${away.url}/?token=${TOKEN}`;
    await away.stop();
    await fails('unreachable', /cannot be reached: the connection /, { url });
  });
});

describe('a compressed file', () => {
  const GZIP = { 'content-encoding': 'gzip' };

  it('is stored as it was before', async () => {
    respondWith(200, GZIP, gzipSync('id,name\n'));
    expect(await downloads.file(order(), never)).toMatchObject({ bytes: 8 });
    expect(readFileSync(path(), 'utf8')).toBe('id,name\n');
  });

  it('must not become too large when it is unpacked', async () => {
    const bomb = gzipSync(Buffer.alloc(16 * MIB));
    expect(bomb.length).toBeLessThan(MIB / 10);
    respondWith(200, GZIP, bomb);
    await fails('too_large', /more than 1048576 bytes/);
    expect(statSync(path()).size).toBeLessThanOrEqual(MIB);
  });

  it('must be whole and of a known kind', async () => {
    respondWith(200, GZIP, gzipSync('id,name\n'.repeat(1_000)).subarray(0, 20));
    await fails('truncated', /before the end of the file$/);
    rmSync(path(), { force: true });
    respondWith(200, GZIP, 'id,name\n');
    await fails('bad_encoding', /not compressed as its header says$/);
    rmSync(path(), { force: true });
    respondWith(200, { 'content-encoding': 'br' }, 'id,name\n');
    await fails('bad_encoding', /neither identity nor gzip$/);
  });
});

describe('a redirect', () => {
  const redirectTo = (location: string | undefined): void =>
    respondWith(302, location === undefined ? {} : { location });

  it('is followed within the host', async () => {
    server.respond = ({ url }, response) => {
      if (url === '/new') response.writeHead(200).end('id,name\n');
      else response.writeHead(307, { location: '/new' }).end('moved');
    };
    expect(await downloads.file(order(), never)).toMatchObject({ bytes: 8 });
    expect(server.requests.map(({ url }) => url)).toEqual([`/list.csv?token=${TOKEN}`, '/new']);
  });

  it('is followed to another public host over TLS, as the service of OFAC does', async () => {
    const publisher = await ListServer.start((listener) =>
      https.createServer({ cert: receiverCertificate, key: testKey }, listener),
    );
    try {
      publisher.respond = ({ headers }, response) => {
        if (headers.host === 'receiver.example.org:8443') response.writeHead(200).end('id,name\n');
        else response.writeHead(302, { location: 'https://receiver.example.org:8443/signed?key=other' }).end();
      };
      const { dial, dialled } = loopbackDial(publisher.port);
      const outside = open({
        policy: { allowedPorts: new Set([8443]), allowInsecureLoopback: false },
        resolve: () => Promise.resolve(['93.184.216.34']),
        ca: receiverCertificate,
        dial,
      });
      expect(await outside.file(order({ url: 'https://receiver.example.org/list' }), never)).toMatchObject({
        bytes: 8,
      });
      expect(dialled).toEqual(['93.184.216.34 443', '93.184.216.34 8443']);
    } finally {
      await publisher.stop();
    }
  });

  it('does not lead to another host of this machine, although the first one may be there', async () => {
    const internal = await ListServer.start();
    try {
      redirectTo(`${internal.url}/admin?token=${TOKEN}`);
      await fails('unsafe_target', /^the address at 127.0.0.1:\d+ is not allowed: url must start with https:/);
      expect(internal.requests).toEqual([]);
    } finally {
      await internal.stop();
    }
  });

  it.each([
    ['http://169.254.169.254/latest', 'unsafe_target'],
    ['https://10.0.0.1/', 'unsafe_target'],
    ['https://[::1]/', 'unsafe_target'],
    ['https://localhost/', 'unsafe_target'],
    ['https://93.184.216.34:22/', 'unsafe_target'],
    ['ftp://lists.example.org/', 'bad_redirect'],
    ['file:///etc/passwd', 'bad_redirect'],
    ['https://user:secret@lists.example.org/', 'bad_redirect'],
    ['https://lists.example.org/?' + 'x'.repeat(9_000), 'bad_redirect'],
    ['https://[not-an-address]/', 'bad_redirect'],
  ])('to %s is not followed', async (location, code) => {
    redirectTo(location);
    await fails(code, /127\.0\.0\.1|169\.254|10\.0\.0\.1|::1|localhost|93\.184/);
    expect(existsSync(path())).toBe(false);
  });

  it('without an address is not followed', async () => {
    redirectTo(undefined);
    await fails('bad_redirect', /returned 302 with no usable address/);
  });

  it('that never ends is given up after five', async () => {
    redirectTo('/list.csv');
    await fails('too_many_redirects', /redirects more than 5 times$/);
    expect(server.requests).toHaveLength(6);
  });
});

describe('the text with a checksum', () => {
  it('is read', async () => {
    respondWith(200, {}, 'abc  list.csv\n');
    expect(await downloads.text(`${server.url}/sums`, never)).toBe('abc  list.csv\n');
  });

  it('must be short, and there', async () => {
    respondWith(200, {}, 'x'.repeat(70_000));
    await expect(downloads.text(`${server.url}/sums`, never)).rejects.toMatchObject({ code: 'too_large' });
    respondWith(404, {});
    await expect(downloads.text(`${server.url}/sums`, never)).rejects.toMatchObject({ code: 'bad_status' });
  });
});
