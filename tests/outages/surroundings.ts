import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { EmbeddedPostgres } from '../../apps/standalone/postgres/embedded-postgres';
import { Deployment } from '../../testing/deployment/deployment';
import type { ServiceProcess } from '../../testing/deployment/service-process';
import { JavaBroker } from '../../testing/kafka/java-broker';
import { findKafkaOnJava } from '../../testing/kafka/kafka-on-java';
import type { Demo } from '../../testing/standalone-process';
import { temporaryFolder } from '../../testing/test-postgres';

const PASSWORD = 'outages';

/** One instance of every service, with a Postgres and Kafka brokers of their own, which tests stop and start. */
export class Surroundings {
  private constructor(
    readonly brokers: JavaBroker[],
    private postgres: EmbeddedPostgres,
    private readonly folder: string,
    readonly deployment: Deployment,
    readonly demo: Demo,
  ) {}

  static async create(brokerCount: number): Promise<Surroundings> {
    const folder = temporaryFolder('probity-outages-');
    const postgres = await startPostgres(folder);
    const brokers = await JavaBroker.startCluster(await findKafkaOnJava(), join(folder, 'kafka'), brokerCount);
    const deployment = await Deployment.start({
      brokers: brokers.map(({ address }) => address),
      replication: brokerCount,
      databaseUrl: postgres.url,
    });
    return new Surroundings(brokers, postgres, folder, deployment, await deployment.demo());
  }

  get databaseUrl(): string {
    return this.postgres.url;
  }

  get services(): ServiceProcess[] {
    return this.deployment.processes;
  }

  /** Stops Postgres as an operator does. It ends the connections of the services. */
  async stopPostgres(): Promise<void> {
    await this.postgres.stop();
  }

  async startPostgres(): Promise<void> {
    this.postgres = await startPostgres(this.folder);
  }

  async remove(): Promise<void> {
    await this.deployment.stop();
    await Promise.all(this.brokers.map((broker) => broker.kill()));
    await this.postgres.stop();
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 10 });
  }
}

const startPostgres = (folder: string): Promise<EmbeddedPostgres> =>
  EmbeddedPostgres.start(folder, PASSWORD, pino({ level: 'silent' }), () => {});
