import { generateKeyPairSync, sign } from 'node:crypto';
import { createServer, type Socket } from 'node:net';
import { Client, DatabaseError } from 'pg';
import { isConnectionFailure } from './failures';

const failureOf = async (work: () => unknown): Promise<unknown> => {
  try {
    await work();
  } catch (error) {
    return error;
  }
  throw new Error('it did not fail');
};

describe('a failure of the connection', () => {
  it('is a refused one, and one that takes too long', async () => {
    const sockets: Socket[] = [];
    const server = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as { port: number };
    const at = { host: '127.0.0.1', port };
    const silent = await failureOf(() => new Client({ ...at, connectionTimeoutMillis: 50 }).connect());
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
    const refused = await failureOf(() => new Client(at).connect());
    expect([silent, refused].map(isConnectionFailure)).toEqual([true, true]);
  });

  it.each([
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'timeout exceeded when trying to connect',
    'Query read timeout',
    'Client has encountered a connection error and is not queryable',
    'Client was closed and is not queryable',
  ])('is an error of the driver: %s', (message) => expect(isConnectionFailure(new Error(message))).toBe(true));

  it.each([
    'event 0 of customer-timeout differs from the event that Probity wrote',
    'slug "connect" belongs to another tenant than 1',
    "Cannot read properties of undefined (reading 'terminated')",
  ])('is no error that only quotes such a word: %s', (message) =>
    expect(isConnectionFailure(new Error(message))).toBe(false),
  );

  it('is no error of Node about a value', async () => {
    const { publicKey } = generateKeyPairSync('ed25519');
    const wrongKey = await failureOf(() => sign(null, Buffer.from(''), publicKey));
    const outOfRange = await failureOf(() => Buffer.alloc(2).readUInt8(5));
    expect([wrongKey, outOfRange].map((error) => typeof (error as { code?: unknown }).code)).toEqual([
      'string',
      'string',
    ]);
    expect([wrongKey, outOfRange].map(isConnectionFailure)).toEqual([false, false]);
  });

  it('is no statement that Postgres rejected', () => {
    const rejected = Object.assign(new DatabaseError('connect', 0, 'error'), { code: '22P02' });
    expect(isConnectionFailure(rejected)).toBe(false);
  });
});
