import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openServerHome } from '../../apps/standalone/postgres/server-home';
import { kill, serverOf } from '../../apps/standalone/postgres/server-process';
import { serverUser } from '../../apps/standalone/postgres/server-user';
import { raiseLimits } from '../../testing/raise-limits';
import { StandaloneProcess } from '../../testing/standalone-process';
import { temporaryFolder } from '../../testing/test-postgres';
import { TenantClient } from './tenant-client';

const ENVIRONMENT = { LOG_LEVEL: 'warn' };

/** A data directory and the product that runs on it. Tests can kill the product and start it again. */
export class Installation {
  private constructor(
    readonly dataDirectory: string,
    public product: StandaloneProcess,
  ) {}

  static async create(): Promise<Installation> {
    const dataDirectory = temporaryFolder('probity-crash-');
    const product = await StandaloneProcess.start(dataDirectory, ENVIRONMENT);
    await raiseLimits(product.demo, product.demo.tenant_slug);
    return new Installation(dataDirectory, product);
  }

  get client(): TenantClient {
    return new TenantClient(this.product.demo);
  }

  /** Starts the product again after it has ended. */
  async start(): Promise<void> {
    this.product = await StandaloneProcess.start(this.dataDirectory, ENVIRONMENT);
  }

  /** The connection string of the product's Postgres, for direct access. */
  get databaseUrl(): string {
    return databaseUrlOf(this.dataDirectory);
  }

  /** Stops the product. If the product was killed, stops the Postgres that it left running. */
  async stop(): Promise<void> {
    if ((await this.product.stop()) === 0) return;
    const server = serverOf(openServerHome(this.dataDirectory, serverUser()).data);
    if (server !== undefined) kill(server, 'SIGQUIT');
  }

  /** Stops the product and deletes its data. */
  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.dataDirectory, { recursive: true, force: true });
  }
}

/** The address of the embedded Postgres, as its owner. */
export function databaseUrlOf(dataDirectory: string): string {
  const secrets = JSON.parse(readFileSync(join(dataDirectory, 'secrets.json'), 'utf8')) as {
    postgres_password: string;
  };
  const { socket } = openServerHome(dataDirectory, serverUser());
  return `postgresql://probity:${secrets.postgres_password}@${encodeURIComponent(socket)}/postgres`;
}
