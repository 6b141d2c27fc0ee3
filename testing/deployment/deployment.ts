import { randomBytes, randomUUID } from 'node:crypto';
import { grantSeed, GrantSigner } from '@probity/platform/grants';
import { BackOfficeClient } from '@probity/platform/http/back-office-client';
import type { Demo } from '../../apps/standalone/demo/demo-tenant';
import { ORIGIN } from '../openid/browser';
import { probity } from './command-line';
import { ServiceProcess } from './service-process';

export interface DeploymentOptions {
  brokers: string[];
  /** the copies of each partition; default 1 */
  replication?: number;
  /** address of an empty database, with a login that has all privileges */
  databaseUrl: string;
  /** `esdb://…`; if absent, events are stored in Postgres */
  eventStoreUrl?: string;
  gateways?: number;
  ledgers?: number;
  relays?: number;
  /** default 1; with 0, pipelines 0 and webhookDispatchers 0, only the ledger half runs */
  customerRisks?: number;
  pipelines?: number;
  /** default 1; the dispatchers may deliver to receivers on this machine */
  webhookDispatchers?: number;
  /** default 1 */
  notaries?: number;
}

const CURRENCIES = [
  { code: 'USD', name: 'US Dollar', minor_unit_decimals: 2 },
  { code: 'EUR', name: 'Euro', minor_unit_decimals: 2 },
  { code: 'JPY', name: 'Yen', minor_unit_decimals: 0 },
  { code: 'BHD', name: 'Bahraini Dinar', minor_unit_decimals: 3 },
];

/** Runs each service in its own process, on a broker and a database that the caller provides. */
export class Deployment {
  private constructor(
    readonly gateways: ServiceProcess[],
    readonly ledgers: ServiceProcess[],
    readonly relays: ServiceProcess[],
    readonly customerRisks: ServiceProcess[],
    readonly pipelines: ServiceProcess[],
    readonly webhookDispatchers: ServiceProcess[],
    readonly notaries: ServiceProcess[],
    readonly backOffice: ServiceProcess,
    readonly operatorToken: string,
    readonly masterKey: string,
    readonly topicPrefix: string,
  ) {}

  /** Prepares the database and the topics as an operator would, and starts every service. */
  static async start(options: DeploymentOptions): Promise<Deployment> {
    const topicPrefix = `test-${randomUUID().slice(0, 8)}.`;
    const operatorToken = `operator_${randomBytes(24).toString('hex')}`;
    const common = {
      LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'info',
      DATABASE_URL: options.databaseUrl,
      KAFKA_BROKERS: options.brokers.join(','),
      KAFKA_TOPIC_PREFIX: topicPrefix,
    };
    await probity(['database', 'migrate'], common);
    await probity(['topics', 'apply', '--replication', String(options.replication ?? 1)], common);

    const events = options.eventStoreUrl === undefined ? {} : { EVENTSTORE_URL: options.eventStoreUrl };
    const masterKey = randomBytes(32).toString('base64');
    const personal = { ...events, PROBITY_PERSONAL_DATA_KEY: randomBytes(32).toString('base64') };
    const make = (app: string, count: number, more: NodeJS.ProcessEnv = {}): Promise<ServiceProcess[]> =>
      Promise.all(Array.from({ length: count }, () => ServiceProcess.create(app, { ...common, ...more })));
    const deployment = new Deployment(
      await make('gateway', options.gateways ?? 1, {
        PROBITY_GRANT_KEY: new GrantSigner(grantSeed(Buffer.from(masterKey, 'base64'))).shownKey,
      }),
      await make('ledger', options.ledgers ?? 1, { ...events, PROBITY_MASTER_KEY: masterKey }),
      await make('relay', options.relays ?? 1, personal),
      await make('customer-risk', options.customerRisks ?? 1, { ...personal, PROBITY_MASTER_KEY: masterKey }),
      await make('pipeline', options.pipelines ?? 1, {
        ...personal,
        PROBITY_MASTER_KEY: masterKey,
        PROVIDER_ALLOW_LOOPBACK: 'true',
      }),
      await make('webhook-dispatcher', options.webhookDispatchers ?? 1, {
        ...events,
        PROBITY_MASTER_KEY: masterKey,
        WEBHOOK_ALLOW_LOOPBACK: 'true',
      }),
      await make('notary', options.notaries ?? 1, { ...events, PROBITY_MASTER_KEY: masterKey }),
      (
        await make('back-office', 1, {
          ...events,
          PROBITY_MASTER_KEY: masterKey,
          PROBITY_OPERATOR_TOKEN: operatorToken,
          BACK_OFFICE_ORIGIN: ORIGIN,
          PROVIDER_ALLOW_LOOPBACK: 'true',
        })
      )[0]!,
      operatorToken,
      masterKey,
      topicPrefix,
    );
    try {
      await Promise.all(deployment.processes.map((service) => service.start()));
      return deployment;
    } catch (error) {
      await deployment.stop();
      throw error;
    }
  }

  get processes(): ServiceProcess[] {
    return [
      ...this.gateways,
      ...this.ledgers,
      ...this.relays,
      ...this.customerRisks,
      ...this.pipelines,
      ...this.webhookDispatchers,
      ...this.notaries,
      this.backOffice,
    ];
  }

  get baseUrl(): string {
    return `${this.gateways[0]!.url}/api/v1`;
  }

  get backOfficeUrl(): string {
    return `${this.backOffice.url}/api/v1`;
  }

  /** The output of all services. */
  get printed(): string {
    return this.processes.map(({ printed }) => printed).join('\n');
  }

  /** Creates a tenant with its currencies and an API key, as `npm start` does for its demo. */
  async demo(): Promise<Demo> {
    const office = new BackOfficeClient(this.backOfficeUrl, this.operatorToken);
    const slug = `acme-${randomUUID().slice(0, 8)}`;
    const tenant = await office.post<{ id: string }>('tenants', {
      slug,
      name: 'Acme',
      four_eyes: false,
      reason: 'a test',
    });
    for (const currency of CURRENCIES)
      await office.post(`tenants/${slug}/currencies`, { ...currency, reason: 'a test' });
    const key = { scopes: ['read', 'write'], label: 'demo', reason: 'a test' };
    return {
      base_url: this.baseUrl,
      back_office_url: this.backOfficeUrl,
      tenant_id: tenant.id,
      tenant_slug: slug,
      api_key: (await office.post<{ api_key: string }>(`tenants/${slug}/api-keys`, key)).api_key,
      operator_token: this.operatorToken,
    };
  }

  /** Sends SIGTERM to every service and returns the exit codes. */
  async stop(): Promise<(number | null)[]> {
    return Promise.all(this.processes.map((service) => service.stop()));
  }
}
