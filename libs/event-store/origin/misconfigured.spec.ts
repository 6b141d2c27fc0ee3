import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loopbackCertificate, receiverCertificate, testKey } from '@probity/targets/testing/certificates';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { Connection } from '../eventstoredb/connection';
import { StandIn } from '../eventstoredb/testing/stand-in/stand-in';
import { openEventStore } from '../open-event-store';

const MAX_MS = 10_000;

let test: TestDatabase;
let plain: StandIn;
let secure: StandIn;
/** accepts connections, and says nothing */
let silent: Server;
let folder: string;
beforeAll(async () => {
  test = await createTestDatabase();
  plain = await StandIn.start();
  secure = await StandIn.start({ tls: { cert: loopbackCertificate, key: testKey } });
  secure.user = 'admin:changeit';
  silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  folder = mkdtempSync(join(tmpdir(), 'probity-'));
  writeFileSync(join(folder, 'ca.pem'), loopbackCertificate);
  writeFileSync(join(folder, 'other.pem'), receiverCertificate);
  writeFileSync(join(folder, 'text.pem'), 'no certificate');
});
afterAll(async () => {
  await plain.stop();
  await secure.stop();
  silent.close();
  await test.drop();
  rmSync(folder, { recursive: true });
});

/** Opens the event store as a service does. Returns the error of the start, if there is one. */
async function start(url: string): Promise<string | undefined> {
  let connection: Connection | undefined;
  const begun = performance.now();
  try {
    connection = new Connection(url);
    const { dependencies } = await openEventStore(connection, test.owner);
    await dependencies[0]!.check();
    return undefined;
  } catch (error) {
    expect(performance.now() - begun).toBeLessThan(MAX_MS);
    return (error as Error).message;
  } finally {
    await connection?.close();
  }
}
const at = (user: string, ca = 'ca.pem', hosts = `127.0.0.1:${secure.port}`) =>
  `esdb://${user}@${hosts}?tlsCAFile=${join(folder, ca)}`;

describe('a start with an EventStoreDB that is configured wrongly', () => {
  it('succeeds over TLS when all is right', async () => {
    expect(await start(at('admin:changeit'))).toBeUndefined();
    await test.owner.query('DELETE FROM event_store.origin');
  });

  it.each([
    ['a wrong password', () => at('admin:wrong'), 'does not accept the user and password'],
    ['an unknown CA', () => at('admin:changeit', 'other.pem'), 'is not trusted (self-signed certificate)'],
    [
      'an unknown CA of a cluster',
      () => at('admin:changeit', 'other.pem', `127.0.0.1:${secure.port},127.0.0.1:1`),
      'is not trusted (self-signed certificate)',
    ],
    ['a missing CA file', () => at('admin:changeit', 'missing.pem'), 'missing.pem) cannot be read: ENOENT'],
    ['a CA file that is none', () => at('admin:changeit', 'text.pem'), 'text.pem) is not a certificate in PEM form'],
    ['TLS, but the server has none', () => plain.connectionString.replace('?tls=false', ''), 'does not use TLS'],
    ['no TLS, but the server expects it', () => `${secure.connectionString}?tls=false`, 'expects TLS'],
  ])('ends within 10 s and names the variable and the cause: %s', async (_what, url, cause) => {
    const message = await start(url());
    expect(message).toContain('EVENTSTORE_URL');
    expect(message).toContain(cause);
    expect(message).not.toContain('changeit');
  });

  // Each takes seconds, so they run at the same time.
  it('ends within 10 s when no server responds: the message has the reason of each address', async () => {
    const cases: [string, string][] = [
      [at('admin:changeit', 'ca.pem', '127.0.0.1:1'), 'connect ECONNREFUSED 127.0.0.1:1'],
      ['esdb://127.0.0.1:1?tls=false', 'connect ECONNREFUSED 127.0.0.1:1'],
      ['esdb://127.0.0.1:1,127.0.0.1:2?tls=false', '127.0.0.1:1; connect ECONNREFUSED'],
      [at('admin:changeit', 'ca.pem', 'nowhere.invalid:2113'), 'nowhere.invalid'],
      ['esdb+discover://nowhere.invalid?tls=false', 'nowhere.invalid'],
      [`esdb://127.0.0.1:${(silent.address() as AddressInfo).port}?tls=false`, 'does not respond as an EventStoreDB'],
    ];
    const messages = await Promise.all(cases.map(([url]) => start(url)));
    messages.forEach((message, index) => {
      expect(message).toContain('EVENTSTORE_URL');
      expect(message).toContain('no server responds');
      expect(message).toContain(cases[index]![1]);
      expect(message).not.toContain('changeit');
    });
  }, 20_000);

  it.each([
    ['read $all', '$all', 'read', 'reading $all'],
    ['read streams', 'probity-', 'read', 'reading the stream'],
    ['append to streams', 'probity-', 'append', 'an append to'],
  ] as const)('ends within 10 s when the user may not %s', async (_what, prefix, call, doing) => {
    const server = await StandIn.start();
    server.denyAccessTo(prefix, call);
    const message = await start(server.connectionString);
    await server.stop();
    expect(message).toContain('EVENTSTORE_URL');
    expect(message).toContain(doing);
    expect(message).toContain('access denied');
  });
});

describe('access that is lost after the start', () => {
  it.each([
    [
      'a password that was changed',
      () => {
        secure.user = 'admin:new';
        secure.loseConnections(); // calls that are open keep their rights
      },
      () => void (secure.user = 'admin:changeit'),
    ],
    ['the right to read $all', () => secure.denyAccessTo('$all'), () => secure.allowAll()],
  ])('makes the service unready, and callers are told to retry: %s', async (what, lose, giveBack) => {
    const connection = new Connection(at('admin:changeit'));
    const { store, dependencies } = await openEventStore(connection, test.owner);
    lose();
    await expect(dependencies[0]!.check()).rejects.toMatchObject({ kind: 'overloaded', code: 'unavailable' });
    if (what.startsWith('a password')) {
      await expect(store.lastEvent('ledger-1')).rejects.toMatchObject({ kind: 'overloaded', code: 'unavailable' });
      const event = { id: '0190f3a0-0000-7000-8000-000000000001', type: 'Happened', data: {} };
      const append = store.append('ledger-1', -1, [event], async () => {});
      await expect(append).rejects.toMatchObject({ refusal: { kind: 'overloaded', code: 'unavailable' } });
    }
    giveBack();
    await dependencies[0]!.check();
    await connection.close();
    await test.owner.query('DELETE FROM event_store.origin');
  });
});
