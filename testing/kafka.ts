import { rmSync } from 'node:fs';
import { isReachable } from './kafka/reachable';
import { startKafkaInDocker } from './kafka/docker-broker';
import { freePort } from './kafka/free-port';
import { JavaBroker } from './kafka/java-broker';
import { findKafkaOnJava } from './kafka/kafka-on-java';
import { temporaryFolder } from './test-postgres';

/** A real Kafka broker. The optional methods exist only for a broker that this process started. */
export interface TestKafka {
  /** `host:port` */
  brokers: string[];
  source: 'given' | 'docker' | 'java';
  /** Sends SIGKILL, then starts the broker again on the same port with the same data. */
  restart?(): Promise<void>;
  /** Sends SIGKILL. */
  kill?(): Promise<void>;
  /** Starts the broker after kill(). Resolves when the broker is ready. */
  start?(): Promise<void>;
  /** Stops the broker and deletes its data. Does nothing to a broker that this process did not start. */
  stop(): Promise<void>;
}

/** No broker could be found or started. The message gives the reasons in one line. */
export class KafkaUnavailable extends Error {
  constructor(reasons: Record<string, string>) {
    const list = Object.entries(reasons).map(([way, reason]) => `${way}: ${reason}`);
    super(`no Kafka broker. ${list.join('; ')}`.replaceAll(/\s+/g, ' '));
    this.name = 'KafkaUnavailable';
  }
}

/**
 * Returns a broker from the first source that is available: `KAFKA_BROKERS` (comma-separated addresses),
 * Docker, Java with Maven.
 *
 * @param isShortLived true for what ends after minutes: a broker on Java then starts faster but stays slower
 * @throws KafkaUnavailable
 */
export async function obtainKafka(isShortLived = false): Promise<TestKafka> {
  const given = (process.env.KAFKA_BROKERS ?? '').split(',').filter(Boolean);
  if (given.length > 0) {
    if (!(await isReachable(given)))
      throw new KafkaUnavailable({ KAFKA_BROKERS: `no broker responds at ${given.join(',')}` });
    return { brokers: given, source: 'given', stop: async () => {} };
  }
  const reasons: Record<string, string> = { KAFKA_BROKERS: 'not set' };
  for (const [way, start] of Object.entries({ Docker: inDocker, 'Java and Maven': () => onJava(isShortLived) })) {
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

async function onJava(isShortLived: boolean): Promise<TestKafka> {
  const programs = await findKafkaOnJava();
  const folder = temporaryFolder('probity-kafka-');
  const forget = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    const broker = await JavaBroker.start(programs, folder, await freePort(), isShortLived);
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
