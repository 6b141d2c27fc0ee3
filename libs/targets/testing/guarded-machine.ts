import http from 'node:http';
import net from 'node:net';
import { type buildConnector, Pool } from 'undici';
import { BadTarget } from '../bad-target';
import { checkUrl } from '../check-url';
import type { ResolveName } from '../resolve-target';
import { safeConnector } from '../safe-connector';
import type { TargetPolicy } from '../target-policy';
import { listenOnLoopback, type LoopbackListeners } from './loopback-listeners';

export const PUBLIC_ADDRESS = '93.184.216.34';

/** Clients of earlier spec files of the same process may still connect again: those of Postgres, EventStoreDB and Kafka. */
const OTHER_CLIENTS = /node_modules\/(?:pg|@grpc\/grpc-js|kafkajs)\//;
const WHOLE_STACK = 50;

const resolveNothing: ResolveName = () => Promise.reject(new Error('this name must not be resolved'));

/**
 * Counts new connections in the tests of a file, and stops every connection that would leave this machine. PORT in a
 * URL means the port of a real listener on 127.0.0.1 and ::1. The policies allow this port, so that only the address
 * can prevent a connection.
 */
export function guardedMachine() {
  let listeners: LoopbackListeners;
  let connects: jest.SpyInstance;
  /** the connections that began in this test */
  let begun: string[] = [];
  const pools: Pool[] = [];

  beforeAll(async () => {
    listeners = await listenOnLoopback(() => http.createServer((_, response) => response.end('reached')));
  });
  afterAll(() => listeners.close());
  beforeEach(() => {
    begun = [];
    // Every TCP connection of Node begins here, including net.connect and tls.connect. If a target is not rejected,
    // the test fails without a packet leaving the machine.
    const original = Reflect.get(net.Socket.prototype, 'connect') as (...given: unknown[]) => net.Socket;
    connects = jest.spyOn(net.Socket.prototype, 'connect').mockImplementation(function (this: net.Socket, ...given) {
      const text = JSON.stringify(given);
      if (!OTHER_CLIENTS.test(wholeStack())) begun.push(text);
      const isLocal = text.includes('"127.0.0.1"') || text.includes('"::1"');
      return isLocal
        ? original.apply(this, given)
        : this.destroy(new Error(`stopped before it left the machine: ${text}`));
    });
  });
  afterEach(async () => {
    connects.mockRestore();
    for (const pool of pools.splice(0)) await pool.destroy();
  });

  const strict = () => ({ allowedPorts: new Set([listeners.port]), allowInsecureLoopback: false });

  /** A pool that is destroyed after the test. */
  function poolTo(url: string, connect: buildConnector.connector): Pool {
    const pool = new Pool(new URL(url).origin, { connect });
    pools.push(pool);
    return pool;
  }

  /** Returns the status. */
  async function request(url: string, policy: TargetPolicy, resolve = resolveNothing): Promise<number> {
    const pool = poolTo(url, safeConnector(policy, resolve, { timeoutMs: 2_000 }));
    const { statusCode, body } = await pool.request({ method: 'POST', path: '/', body: '{}' });
    await body.dump();
    return statusCode;
  }

  function expectNoConnection(): void {
    expect(begun).toEqual([]);
    expect(listeners.connections()).toBe(0);
  }

  /** Expects a rejection at registration, and another one when a delivery is sent, as if the URL had been stored. */
  async function expectRefusedTwice(url: string, policy: TargetPolicy): Promise<void> {
    expect(() => checkUrl(url, policy)).toThrow(BadTarget);
    if (URL.canParse(url)) await expect(request(url, policy)).rejects.toThrow(BadTarget);
    expectNoConnection();
  }

  return {
    here: (text: string): string => text.replaceAll('PORT', String(listeners.port)),
    strict,
    development: () => ({ ...strict(), allowInsecureLoopback: true }),
    poolTo,
    request,
    expectNoConnection,
    begun: () => begun,
    /** The number of connections that the listener accepted. */
    arrived: () => listeners.connections(),
    expectRefusedTwice,
  };
}

function wholeStack(): string {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = WHOLE_STACK;
  const { stack = '' } = new Error();
  Error.stackTraceLimit = limit;
  return stack;
}
