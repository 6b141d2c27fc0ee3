import { rmSync } from 'node:fs';
import { Deployment } from '../../testing/deployment/deployment';
import { obtainKafka } from '../../testing/kafka';
import { StandaloneProcess } from '../../testing/standalone-process';
import { startTestPostgres, temporaryFolder } from '../../testing/test-postgres';

/** Where the requests of tenants and operators go. */
export interface Addresses {
  base_url: string;
  back_office_url: string;
  operator_token: string;
}

/** The product as it runs for the measurement. */
export interface Product {
  addresses: () => Addresses;
  /** Ends every process of Probity with SIGKILL, and starts all of them again. */
  killAndStart: () => Promise<void>;
  stop: () => Promise<void>;
}

const ENVIRONMENT = { LOG_LEVEL: 'warn' };

/** One process with its own Postgres, as `npm start` runs it. */
async function oneProcess(): Promise<Product> {
  const folder = temporaryFolder('probity-fairness-');
  let product = await StandaloneProcess.start(folder, ENVIRONMENT);
  return {
    addresses: () => product.demo,
    killAndStart: async () => {
      await product.kill();
      product = await StandaloneProcess.start(folder, ENVIRONMENT);
    },
    stop: async () => {
      await product.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** One instance of every service, over Kafka. */
async function separateServices(): Promise<Product> {
  // A broker of this age still compiles itself, in bursts of a whole core. That is not what is measured.
  const kafka = await obtainKafka(true);
  const postgres = await startTestPostgres();
  const deployment = await Deployment.start({ brokers: kafka.brokers, databaseUrl: postgres.url });
  const { baseUrl: base_url, backOfficeUrl: back_office_url, operatorToken: operator_token } = deployment;
  return {
    addresses: () => ({ base_url, back_office_url, operator_token }),
    killAndStart: async () => {
      await Promise.all(deployment.processes.map((service) => service.kill()));
      await Promise.all(deployment.processes.map((service) => service.start()));
    },
    stop: async () => {
      await deployment.stop();
      await postgres.stop();
      await kafka.stop();
    },
  };
}

export const PROFILES: Readonly<Record<string, () => Promise<Product>>> = {
  embedded: oneProcess,
  distributed: separateServices,
};
