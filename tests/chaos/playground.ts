import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { EmbeddedPostgres } from '../../apps/standalone/postgres/embedded-postgres';
import { until } from '../crash/until';
import { Deployment } from '../../testing/deployment/deployment';
import { obtainKafka, type TestKafka } from '../../testing/kafka';
import type { Demo } from '../../testing/standalone-process';
import { temporaryFolder } from '../../testing/test-postgres';

const PASSWORD = 'chaos';

/** Two instances of every ledger service, with their own broker and Postgres. Disturbances may kill any of them. */
export class Playground {
  private constructor(
    readonly kafka: TestKafka,
    private readonly postgres: EmbeddedPostgres,
    private readonly folder: string,
    readonly deployment: Deployment,
    readonly demo: Demo,
  ) {}

  static async create(): Promise<Playground> {
    const folder = temporaryFolder('probity-chaos-');
    const kafka = await obtainKafka();
    const silent = pino({ level: 'silent' });
    // This Postgres restarts itself after a kill.
    const postgres = await EmbeddedPostgres.start(folder, PASSWORD, silent, () => {});
    const deployment = await Deployment.start({
      brokers: kafka.brokers,
      databaseUrl: postgres.url,
      gateways: 2,
      ledgers: 2,
      relays: 2,
      customerRisks: 0,
      pipelines: 0,
      webhookDispatchers: 0,
    });
    return new Playground(kafka, postgres, folder, deployment, await deployment.demo());
  }

  get databaseUrl(): string {
    return this.postgres.url;
  }

  get gatewayUrls(): string[] {
    return this.deployment.gateways.map(({ url }) => `${url}/api/v1`);
  }

  get postgresPid(): number {
    return Number(readFileSync(join(this.folder, 'postgres', 'data', 'postmaster.pid'), 'utf8').split('\n')[0]);
  }

  /** Waits until every service reports that it is ready. */
  async isWell(): Promise<void> {
    await until(
      'every service is ready',
      async () => (await Promise.all(this.deployment.processes.map((service) => service.isReady()))).every(Boolean),
      120_000,
    );
  }

  async remove(): Promise<void> {
    await this.deployment.stop();
    await this.postgres.stop();
    await this.kafka.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
