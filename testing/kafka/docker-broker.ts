import { setTimeout as delay } from 'node:timers/promises';
import { isReady } from './reachable';
import { BROKER_SETTINGS } from './broker-settings';
import { freePort } from './free-port';

/** Kafka 4.1. Testcontainers' Kafka module can start only images with Confluent's layout. */
const IMAGE = 'confluentinc/cp-kafka:8.1.0';
const CONTAINER_PORT = 9093;
const READY_TIMEOUT_MS = 60_000;
const POLL_MS = 50;

export interface DockerBroker {
  address: string;
  /** Kills the broker without a clean shutdown and starts it again on the same port with the same data. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** @throws Error immediately if no Docker engine responds; later if the image cannot be pulled or started */
export async function startKafkaInDocker(): Promise<DockerBroker> {
  // Imported here because loading takes a quarter of a second and most runs do not use Docker.
  const { KafkaContainer } = await import('@testcontainers/kafka');
  const environment = Object.entries(BROKER_SETTINGS).map(([name, value]) => [
    `KAFKA_${name.toUpperCase().replaceAll('.', '_')}`,
    value,
  ]);
  const container = await new KafkaContainer(IMAGE)
    .withKraft()
    .withEnvironment({ ...Object.fromEntries(environment), KAFKA_HEAP_OPTS: '-Xmx384m' })
    // With a port that Docker chooses, the port would change after a restart.
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
