import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';
import { pino } from 'pino';
import { loopbackCertificate, testKey } from '@probity/targets/testing/certificates';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database';
import { openServiceDatabase } from './open-service-database';
import { ROLES } from './roles';

const MAX_MS = 10_000;

let test: TestDatabase;
/** asks for TLS with a certificate that no CA signed */
let secure: Server;
/** accepts connections, and says nothing */
let silent: Server;
beforeAll(async () => {
  test = await createTestDatabase();
  await test.owner.query("CREATE ROLE misconfigured LOGIN PASSWORD 'changeit'");
  const secureContext = createSecureContext({ cert: loopbackCertificate, key: testKey });
  secure = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => {
      socket.write('S');
      new TLSSocket(socket, { isServer: true, secureContext }).on('error', () => {});
    });
  }).listen(0, '127.0.0.1');
  silent = createServer((socket) => void socket.on('error', () => {})).listen(0, '127.0.0.1');
  await Promise.all([once(secure, 'listening'), once(silent, 'listening')]);
});
afterAll(async () => {
  secure.close();
  silent.close();
  await test.owner.query('DROP ROLE misconfigured');
  await test.drop();
});

const portOf = (server: Server): number => (server.address() as AddressInfo).port;
const at = (server: Server, query = ''): string =>
  `postgresql://probity:changeit@127.0.0.1:${portOf(server)}/probity${query}`;
const loginAs = (login: string): string => test.url.replace(/\/\/[^@]*@/, `//${login}@`);

describe('a start with a Postgres that is configured wrongly', () => {
  it.each([
    ['a wrong port', () => 'postgresql://probity:changeit@127.0.0.1:1/probity', 'ECONNREFUSED'],
    ['a wrong host', () => 'postgresql://probity:changeit@nowhere.invalid/probity', 'nowhere.invalid'],
    ['a server that does not respond', () => at(silent), 'timeout'],
    [
      'a wrong password',
      () => loginAs('misconfigured:other'),
      'password authentication failed for user "misconfigured"',
    ],
    ['an unknown login', () => loginAs('stranger:changeit'), 'stranger'],
    ['a wrong database', () => test.url.replace(/\/[^/]*$/, '/absent'), 'database "absent" does not exist'],
    [
      'a login without the right to act as the role',
      () => loginAs('misconfigured:changeit'),
      'probity database migrate',
    ],
    ['an unknown CA', () => at(secure, '?sslmode=verify-full'), 'self-signed certificate'],
    ['a missing CA file', () => at(secure, '?sslmode=verify-full&sslrootcert=/absent/ca.pem'), '/absent/ca.pem'],
  ])('ends within 10 s and names the variable and the cause: %s', async (_what, url, cause) => {
    const begun = performance.now();
    const opening = openServiceDatabase('test', { url: url(), role: ROLES.ledger }, pino({ level: 'silent' }));
    const message = await opening.then(
      () => undefined,
      (error: Error) => error.message,
    );
    expect(performance.now() - begun).toBeLessThan(MAX_MS);
    expect(message).toContain('DATABASE_URL');
    expect(message).toContain(cause);
    expect(message).not.toContain('changeit');
  });
});
