import { rmSync } from 'node:fs';
import { Database } from '@probity/persistence/database';
import { BackOfficeClient } from '@probity/platform/http/back-office-client';
import { Api } from '../../testing/api';
import { EventStoreStandIn } from '../../testing/deployment/event-store-stand-in';
import { ORIGIN } from '../../testing/openid/browser';
import { type Demo, StandaloneProcess } from '../../testing/standalone-process';
import { createTestDatabase } from '../../testing/test-database';
import { temporaryFolder } from '../../testing/test-postgres';
import { useComplianceHalf } from '../contracts/compliance-activity';
import { useProposals } from '../contracts/use-proposals';
import { useProvider } from '../contracts/use-provider';
import { until } from '../crash/until';
import { WebhookReceiver } from '../interface/webhook-receiver';
import { fillLedgers } from '../upgrade/fill/fill-ledgers';
import { fillTenant } from '../upgrade/fill/fill-tenant';
import { newEndpoint } from '../upgrade/fill/fill-webhooks';
import type { FilledTenant, Scene } from '../upgrade/fill/scene';
import { fillProduct } from '../upgrade/fill-product';
import { EveryRead, type Reads } from './every-read';

const WORK_IS_LEFT = `
  SELECT 'an event' AS "left" FROM pipeline.inbox WHERE status = 'pending' AND tenant_id = ANY($1)
  UNION ALL SELECT 'a delivery' FROM webhooks.deliveries WHERE due_at IS NOT NULL AND tenant_id = ANY($1)
  UNION ALL SELECT 'a signal' FROM pipeline.provider_signals WHERE due_at IS NOT NULL
  UNION ALL SELECT 'a screening' FROM pipeline.rescreen_jobs WHERE finished_at IS NULL
  UNION ALL SELECT 'a rescreening' FROM pipeline.scorer_rescreenings WHERE ended_at IS NULL`;

export interface ReadingTenant {
  id: string;
  slug: string;
  api: Api;
}

/** The product, and how it is started again. */
interface Running {
  product: StandaloneProcess;
  startAgain: () => Promise<StandaloneProcess>;
}

/** The built product in one process, filled with data of every kind. */
export class FilledProduct {
  private constructor(
    private readonly running: Running,
    private readonly receiver: WebhookReceiver,
    public tenants: ReadingTenant[],
    readonly owner: Database,
    /** of the EventStoreDB; undefined: the events are in Postgres */
    readonly eventStoreUrl: string | undefined,
    readonly stop: () => Promise<void>,
  ) {}

  get demo(): Demo {
    return this.running.product.demo;
  }

  /** The end of its output. */
  get printed(): string {
    return this.running.product.printed;
  }

  get backOffice(): Api {
    return new Api(this.demo.back_office_url, this.demo.operator_token);
  }

  /** @param onStandIn whether the events are in the stand-in for EventStoreDB */
  static async start(onStandIn: boolean): Promise<FilledProduct> {
    const ends: (() => unknown)[] = [];
    const stop = async (): Promise<void> => {
      for (const end of ends.toReversed()) await end();
    };
    try {
      const folder = temporaryFolder('probity-rebuild-');
      ends.push(() => rmSync(folder, { recursive: true, force: true }));
      const receiver = await WebhookReceiver.start();
      ends.push(() => receiver.stop());
      const database = await createTestDatabase();
      ends.push(() => database.drop());
      const store = onStandIn ? await EventStoreStandIn.start() : undefined;
      ends.push(() => store?.stop());
      const environment = {
        DATABASE_URL: database.url,
        LOG_LEVEL: 'warn',
        EVENTSTORE_URL: store?.url,
        BACK_OFFICE_ORIGIN: ORIGIN,
        PROVIDER_ALLOW_LOOPBACK: 'true',
      };
      const startAgain = () => StandaloneProcess.start(folder, environment);
      const running = { product: await startAgain(), startAgain };
      ends.push(() => running.product.stop());
      const { demo } = running.product;
      const gateway = new Api(demo.base_url, undefined);
      const backOffice = new Api(demo.back_office_url, demo.operator_token);
      const { owner } = database;
      const scene = { gateway, backOffice, receiver, owner, makesEventsFail: !onStandIn };
      const filled = await fillProduct(scene);
      const tenants = filled.tenants.map(({ id, slug, fixture_keys: { works } }) => ({
        id,
        slug,
        api: gateway.withKey(works),
      }));
      const tenant = await fillAnother(scene, 'rebuild-quarta');
      await useProvider(tenant);
      await useProposals(backOffice, tenant.slug);
      tenants.push(tenant);
      for (const { slug, api } of tenants) {
        const { body } = await api.get(`/tenants/${slug}/ledgers`);
        for (const { id } of body.data) {
          await backOffice.postForLines(`/tenants/${slug}/ledgers/${id}/verification`, {});
        }
      }
      return new FilledProduct(running, receiver, tenants, owner, store?.url, stop);
    } catch (error) {
      await stop();
      throw error;
    }
  }

  /** Fills a new tenant with ledgers, customers, alerts, a case, reports and webhooks that received alerts. */
  async fillAnother(slug: string): Promise<void> {
    const gateway = new Api(this.demo.base_url, undefined);
    const { owner, receiver, backOffice } = this;
    const tenant = await fillAnother({ gateway, backOffice, receiver, owner }, slug);
    await fillLedgers(tenant);
    this.tenants.push(tenant);
  }

  async kill(): Promise<void> {
    await this.running.product.kill();
  }

  /** Starts it again, at new addresses. */
  async startAgain(): Promise<void> {
    this.running.product = await this.running.startAgain();
    const gateway = new Api(this.demo.base_url, undefined);
    this.tenants = this.tenants.map(({ api, ...tenant }) => ({ ...tenant, api: gateway.withKey(api.token) }));
  }

  async untilNoWorkIsLeft(): Promise<void> {
    await until('no work is left', async () => {
      const { rows } = await this.owner.query<{ left: string }>(WORK_IS_LEFT, [this.tenants.map(({ id }) => id)]);
      if (rows.length > 0) throw new Error(`there is ${rows[0]!.left}`);
      return true;
    });
  }

  /** Reads all that both APIs return, when no work is left. */
  async read(): Promise<Reads> {
    await this.untilNoWorkIsLeft();
    const slugs = this.tenants.map(({ slug }) => slug);
    const reads: Reads = new Map();
    for (const [path, read] of await EveryRead.of(this.backOffice, slugs)) reads.set(`back office ${path}`, read);
    for (const { slug, api } of this.tenants) {
      for (const [path, read] of await EveryRead.of(api, [slug])) reads.set(`gateway ${path}`, read);
    }
    return reads;
  }

  /** Returns the last line of the progress. */
  rebuildAll(): Promise<any> {
    return this.lastLine('projections/rebuild', { all: true, reason: 'a test' });
  }

  /** Returns the last line of the progress. */
  verifyAll(): Promise<any> {
    return this.lastLine('projections/verification', { reason: 'a test' });
  }

  private async lastLine(path: string, body: object): Promise<unknown> {
    const client = new BackOfficeClient(this.backOffice.baseUrl, this.backOffice.token);
    let last: unknown;
    for await (const line of client.postForLines(path, body)) last = line;
    return last;
  }
}

/** A tenant of whom the whole compliance half was used, with a webhook that receives its alerts. */
async function fillAnother(scene: Scene, slug: string): Promise<FilledTenant> {
  const { tenant } = await fillTenant(scene, slug, slug);
  await newEndpoint(scene, tenant, 'alerts', 200);
  await useComplianceHalf({ ...tenant, tenantId: tenant.id });
  return tenant;
}
