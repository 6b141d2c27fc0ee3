import { setTimeout as delay } from 'node:timers/promises';
import { isReady } from './reachable';
import { BROKER_SETTINGS } from './broker-settings';
import { freePort } from './free-port';

/** Kafka 4.1, in the one layout that Testcontainers' module can start. */
const IMAGE = 'confluentinc/cp-kafka:8.1.0';
const CONTAINER_PORT = 9093;
const READY_TIMEOUT_MS = 60_000;
const POLL_MS = 50;

export interface DockerBroker {
  address: string;
  /** The same port and data; the broker gets no time to end in peace. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** @throws Error when no Docker engine responds (at once), or the image cannot be pulled or started */
export async function startKafkaInDocker(): Promise<DockerBroker> {
  // It takes a quarter of a second to load, and most runs do without.
  const { KafkaContainer } = await import('@testcontainers/kafka');
  const environment = Object.entries(BROKER_SETTINGS).map(([name, value]) => [
    `KAFKA_${name.toUpperCase().replaceAll('.', '_')}`,
    value,
  ]);
  const container = await new KafkaContainer(IMAGE)
    .withKraft()
    .withEnvironment({ ...Object.fromEntries(environment), KAFKA_HEAP_OPTS: '-Xmx384m' })
    // A port that Docker chose would be another one after a restart.
    .withExposedPorts({ container: CONTAINER_PORT, host: await freePort() })
    .start()
    .catch((error: Error) => {
      if (!error.message.includes('container runtime')) throw error;
      throw new Error('no Docker engine responds', { cause: error });
    });
  const address = `${container.getHost()}:${container.getMappedPort(CONTAINER_PORT)}`;
  await untilReady(address);
  return {
    address,
    restart: async () => {
      await container.restart({ timeout: 0 });
      await untilReady(address);
    },
    stop: async () => {
      await container.stop();
    },
  };
}

async function untilReady(address: string): Promise<void> {
  const giveUpAt = Date.now() + READY_TIMEOUT_MS;
  while (!(await isReady(address))) {
    if (Date.now() > giveUpAt)
      throw new Error(`the Kafka container was not ready after ${READY_TIMEOUT_MS / 1000} s; see its log in Docker`);
    await delay(POLL_MS);
  }
}
