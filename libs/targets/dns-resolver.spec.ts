import { dnsResolver } from './dns-resolver';
import { startNameServer } from './testing/name-server';

const REFUSED_BY_SERVER = 5;
let server: Awaited<ReturnType<typeof startNameServer>>;
let resolve: ReturnType<typeof dnsResolver>;

beforeAll(async () => {
  server = await startNameServer({
    'both.example.com': ['93.184.216.34', '93.184.216.35', '2606:4700::1'],
    'v4.example.com': ['93.184.216.34'],
    'v6.example.com': ['2606:4700::1'],
    'empty.example.com': [],
    'broken.example.com': { code: REFUSED_BY_SERVER },
    'slow.example.com': 'silent',
  });
  resolve = dnsResolver({ servers: [server.address], timeoutMs: 300, tries: 1 });
});
afterAll(() => server.close());

it('returns IPv4 and IPv6 addresses together', async () => {
  expect(await resolve('both.example.com')).toEqual(['93.184.216.34', '93.184.216.35', '2606:4700::1']);
});

it('accepts addresses of one kind only', async () => {
  expect(await resolve('v4.example.com')).toEqual(['93.184.216.34']);
  expect(await resolve('v6.example.com')).toEqual(['2606:4700::1']);
});

it.each([
  ['unknown.example.com', 'ENOTFOUND'],
  ['empty.example.com', 'ENODATA'],
  ['broken.example.com', 'EREFUSED'],
])('fails for %s and says why', async (name, code) => {
  await expect(resolve(name)).rejects.toMatchObject({
    message: `found neither A nor AAAA records of ${name}`,
    errors: [{ code }, { code }],
  });
});

it('resolves other names while one name server does not respond', async () => {
  const finished: string[] = [];
  const slow = Promise.all(
    Array.from({ length: 20 }, () => resolve('slow.example.com').catch(() => finished.push('slow'))),
  );
  expect(await resolve('v4.example.com')).toEqual(['93.184.216.34']);
  expect(finished).toEqual([]);
  await slow;
  expect(finished).toHaveLength(20);
});

it('does not use the hosts file or the search domains of the machine', async () => {
  await expect(resolve('localhost')).rejects.toThrow('neither A nor AAAA');
  await expect(resolve('v4')).rejects.toThrow('neither A nor AAAA');
});
