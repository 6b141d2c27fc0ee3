import { type AddressInfo, createServer, type Server } from 'node:net';
import { run } from '../../run';
import type { Surroundings } from '../../surroundings';

async function topics(env: Record<string, string>, ...args: string[]) {
  const surroundings = {
    env,
    out: '',
    err: '',
    stdout: { write: (text: string) => (surroundings.out += text) },
    stderr: { write: (text: string) => (surroundings.err += text) },
    exitCode: undefined as Surroundings['exitCode'],
  };
  await run(['topics', ...args], surroundings);
  return surroundings;
}

describe('topics without a reachable Kafka', () => {
  /** Accepts connections and closes them, like a load balancer without a broker. */
  let hangingUp: Server;
  let broker: string;
  let refused: Surroundings & { out: string; err: string };
  let hungUp: typeof refused;
  // Each is tried for ten seconds, so both are tried at the same time.
  beforeAll(async () => {
    hangingUp = createServer((socket) => void socket.destroy());
    await new Promise<void>((listening) => hangingUp.listen(0, '127.0.0.1', listening));
    broker = `127.0.0.1:${(hangingUp.address() as AddressInfo).port}`;
    [refused, hungUp] = await Promise.all([
      topics({ KAFKA_BROKERS: '127.0.0.1:1,localhost:1' }, 'apply'),
      topics({ KAFKA_BROKERS: broker }, 'list', '--json'),
    ]);
  });
  afterAll(() => new Promise((closed) => hangingUp.close(closed)));

  it('names the addresses that were tried and the failure', () => {
    const { out, err, exitCode } = refused;
    expect({ out, exitCode }).toEqual({ out: '', exitCode: 1 });
    expect(err).toMatch(
      /^probity: no broker of KAFKA_BROKERS \(127\.0\.0\.1:1, localhost:1\) can be reached: .*ECONNREFUSED/,
    );
    expect(err).not.toMatch(/\n +at /);
  });

  it('reports a broker that closes the connection, also as JSON', () => {
    const { err, exitCode } = hungUp;
    expect(exitCode).toBe(1);
    expect(JSON.parse(err)).toEqual({
      status: 'error',
      code: 'kafka_unreachable',
      message: expect.stringContaining(broker),
    });
  });

  it.each<[Record<string, string>, RegExp]>([
    [{}, /KAFKA_BROKERS is missing/],
    [{ KAFKA_BROKERS: 'kafka' }, /KAFKA_BROKERS must be addresses/],
    [{ KAFKA_BROKERS: 'kafka:9092', KAFKA_TLS: 'yes' }, /KAFKA_TLS must be true or false/],
    [{ KAFKA_BROKERS: 'kafka:9092', KAFKA_TOPIC_PREFIX: 'a/b' }, /KAFKA_TOPIC_PREFIX may have letters/],
    [{ KAFKA_BROKERS: 'kafka:9092', KAFKA_USERNAME: 'u' }, /KAFKA_USERNAME and KAFKA_PASSWORD/],
  ])('ends with exit code 2 for the environment %j', async (env, message) => {
    const { out, err, exitCode } = await topics(env, 'apply');
    expect({ out, exitCode }).toEqual({ out: '', exitCode: 2 });
    expect(err).toMatch(message);
  });
});
