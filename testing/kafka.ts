import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isReachable } from './kafka/reachable';
import { startKafkaInDocker } from './kafka/docker-broker';
import { freePort } from './kafka/free-port';
import { JavaBroker } from './kafka/java-broker';
import { findKafkaOnJava } from './kafka/kafka-on-java';

/** A real Kafka broker. What is optional needs a broker that was started here. */
export interface TestKafka {
  /** `host:port` */
  brokers: string[];
  source: 'given' | 'docker' | 'java';
  /** SIGKILL and start again, on the same port and the same data. */
  restart?(): Promise<void>;
  /** SIGKILL */
  kill?(): Promise<void>;
  /** After kill(). Resolves when it takes work again. */
  start?(): Promise<void>;
  /** Ends it and forgets its data; a given broker is left as it is. */
  stop(): Promise<void>;
}

/** No broker could be had; the message says why, in one line. */
export class KafkaUnavailable extends Error {
  constructor(reasons: Record<string, string>) {
    const list = Object.entries(reasons).map(([way, reason]) => `${way}: ${reason}`);
    super(`no Kafka broker. ${list.join('; ')}`.replaceAll(/\s+/g, ' '));
    this.name = 'KafkaUnavailable';
  }
}

/**
 * A broker from the first of these that there is: `KAFKA_BROKERS` (comma-separated addresses), Docker,
 * Java with Maven.
 *
 * @throws KafkaUnavailable
 */
export async function obtainKafka(): Promise<TestKafka> {
  const given = (process.env.KAFKA_BROKERS ?? '').split(',').filter(Boolean);
  if (given.length > 0) {
    if (!(await isReachable(given)))
      throw new KafkaUnavailable({ KAFKA_BROKERS: `no broker responds at ${given.join(',')}` });
    return { brokers: given, source: 'given', stop: async () => {} };
  }
  const reasons: Record<string, string> = { KAFKA_BROKERS: 'not set' };
  for (const [way, start] of Object.entries({ Docker: inDocker, 'Java and Maven': onJava })) {
    try {
      return await start();
    } catch (error) {
      reasons[way] = (error as Error).message;
    }
  }
  throw new KafkaUnavailable(reasons);
}

async function inDocker(): Promise<TestKafka> {
  const broker = await startKafkaInDocker();
  return {
    brokers: [broker.address],
    source: 'docker',
    restart: () => broker.restart(),
    stop: () => broker.stop(),
  };
}

async function onJava(): Promise<TestKafka> {
  const programs = await findKafkaOnJava();
  const folder = mkdtempSync(join(tmpdir(), 'probity-kafka-'));
  const forget = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    const broker = await JavaBroker.start(programs, folder, await freePort());
    return {
      brokers: [broker.address],
      source: 'java',
      restart: async () => {
        await broker.kill();
        await broker.start();
      },
      kill: () => broker.kill(),
      start: () => broker.start(),
      stop: async () => {
        await broker.kill();
        forget();
      },
    };
  } catch (error) {
    forget();
    throw error;
  }
}
