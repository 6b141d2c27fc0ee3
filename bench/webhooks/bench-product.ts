import { rmSync } from 'node:fs';
import { PostgresEventStore } from '@probity/event-store/postgres/postgres-event-store';
import { Database } from '@probity/persistence/database';
import { ROLES } from '@probity/persistence/roles';
import { BackOfficeClient } from '@probity/platform/http/back-office-client';
import { inParallel } from '../../tests/crash/in-parallel';
import { Api } from '../../testing/api';
import { raiseLimits } from '../../testing/raise-limits';
import { StandaloneProcess } from '../../testing/standalone-process';
import { temporaryFolder } from '../../testing/test-postgres';
import { postgresUrl } from '../product-postgres';

const APPENDING_CONNECTIONS = 8;
const IN_PARALLEL = 8;

export interface BenchTenant {
  id: string;
  slug: string;
  key: string;
  api: Api;
}

export interface BenchEndpoint {
  id: string;
  tenant_id: string;
}

/** Runs the product as `npm start` does, and gives benchmarks direct access to its database and event store. */
export class BenchProduct {
  private tenants = 0;

  private constructor(
    private readonly folder: string,
    /** the connection string of its Postgres, as its owner */
    readonly url: string,
    readonly process: StandaloneProcess,
    /** an open connection to it */
    readonly database: Database,
    private readonly customerRisk: Database,
  ) {}

  static async start(variables: Record<string, string> = {}): Promise<BenchProduct> {
    const folder = temporaryFolder('probity-bench-');
    const environment = { LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn', ...variables };
    const product = await StandaloneProcess.start(folder, environment);
    const url = postgresUrl(folder);
    const database = await Database.open({ url, applicationName: 'bench', poolSize: 2 });
    const customerRisk = await Database.open({
      url,
      role: ROLES.customerRisk,
      applicationName: 'bench-customer-risk',
      poolSize: APPENDING_CONNECTIONS,
    });
    return new BenchProduct(folder, url, product, database, customerRisk);
  }

  /** The event store, opened as customer-risk opens it. */
  get events(): PostgresEventStore {
    return new PostgresEventStore(this.customerRisk);
  }

  newTenants(count: number): Promise<BenchTenant[]> {
    return inParallel(new Array<undefined>(count).fill(undefined), IN_PARALLEL, () => this.newTenant());
  }

  async newTenant(): Promise<BenchTenant> {
    const { demo } = this.process;
    const backOffice = new BackOfficeClient(demo.back_office_url, demo.operator_token);
    const slug = `bench-${this.tenants++}`;
    const { id } = await dataOf<{ id: string }>(
      backOffice.post('tenants', { slug, name: slug, four_eyes: false, reason: 'a benchmark' }),
    );
    const scopes = ['read', 'write'];
    const { api_key } = await dataOf<{ api_key: string }>(
      backOffice.post(`tenants/${slug}/api-keys`, { scopes, reason: 'a measurement' }),
    );
    await raiseLimits(demo, slug);
    return { id, slug, key: api_key, api: new Api(demo.base_url, api_key) };
  }

  async newEndpoint({ api, slug, id: tenant_id }: BenchTenant, url: string): Promise<BenchEndpoint> {
    const body = { label: 'bench', url, event_types: ['alert.created'] };
    const answer = await api.post(`/tenants/${slug}/webhooks`, body);
    if (answer.status !== 201) {
      throw new Error(`creating a webhook returned ${answer.status}: ${JSON.stringify(answer.body)}`);
    }
    return { id: answer.body.data.endpoint.id as string, tenant_id };
  }

  async deleteEndpoint({ api, slug }: BenchTenant, { id }: BenchEndpoint): Promise<void> {
    const { status } = await api.delete(`/tenants/${slug}/webhooks/${id}`);
    if (status !== 204) throw new Error(`deleting a webhook returned ${status}`);
  }

  async stop(): Promise<void> {
    await Promise.all([this.database.close(), this.customerRisk.close()]);
    await this.process.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Unwraps `data`, which the back office puts around some objects. */
async function dataOf<Data>(answer: Promise<unknown>): Promise<Data> {
  const body = (await answer) as { data?: Data };
  return body.data ?? (body as Data);
}
