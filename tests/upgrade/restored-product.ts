import { inParallel } from '../crash/in-parallel';
import type { Api } from '../../testing/api';
import { type Inbox, WebhookReceiver } from '../interface/webhook-receiver';
import { differences } from './differences';
import { readDump } from './dump/dump-files';
import { type EmptyDatabase, onDatabase } from './dump/empty-database';
import { restoreDump } from './dump/restore-dump';
import type { Fixture, FixtureTenant } from './fill-product';
import { startUpgradeProduct, type UpgradeProduct } from './product';
import { BACK_OFFICE, PAGE, readTrail } from './recorded-answers';

const READERS = 6;

/** This version of the product, on a database that an earlier version has filled. */
export class RestoredProduct {
  private constructor(
    readonly product: UpgradeProduct,
    readonly fixture: Fixture,
    private readonly receiver: WebhookReceiver,
    private readonly database: EmptyDatabase,
    private readonly inboxes: ReadonlyMap<string, Inbox>,
  ) {}

  /** Restores the dump into a database of the server and starts the product on it. */
  static async start(folder: string, name: string, server: string): Promise<RestoredProduct> {
    const receiver = await WebhookReceiver.start();
    const dump = readDump(folder, name, receiver.origin);
    const { tenants, unfinished } = dump.fixture;
    const urls = [...tenants.map(({ works }) => works.url), unfinished.endpoint.url];
    // Created before the product starts, because the product attempts due deliveries immediately.
    const inboxes = new Map(
      urls.map((url) => [url, receiver.newInbox({ status: 200 }, url.slice(receiver.origin.length))]),
    );
    const database = await restoreDump(dump, server);
    const product = await startUpgradeProduct(database.url);
    return new RestoredProduct(product, dump.fixture, receiver, database, inboxes);
  }

  get tenants(): FixtureTenant[] {
    return this.fixture.tenants;
  }

  /** The gateway with the tenant's key from the dump. */
  as({ fixture_keys }: Pick<FixtureTenant, 'fixture_keys'>): Api {
    return this.product.gateway.withKey(fixture_keys.works);
  }

  /** Returns the requests that the receiver got at the URL. */
  inbox(url: string): Inbox {
    return this.inboxes.get(url)!;
  }

  /** Returns the gateway's recorded responses about a tenant whose paths match. */
  recorded(tenant: FixtureTenant, path: RegExp): any[] {
    const fitting = this.fixture.answers.filter((answer) => answer.asked === tenant.slug && path.test(answer.path));
    return fitting.map(({ body }) => (body as { data: unknown }).data);
  }

  /** Repeats all recorded requests. Returns the differences between the responses. */
  async changedAnswers(): Promise<string[]> {
    const found = await inParallel(this.fixture.answers, READERS, async ({ asked, path, status, body }) => {
      const tenant = this.tenants.find(({ slug }) => slug === asked);
      const api = asked === BACK_OFFICE ? this.product.backOffice : this.as(tenant!);
      const now = await readNow(api, path);
      return differences({ status, body }, { status: now.status, body: now.body }, `${asked} ${path}`);
    });
    return found.flat();
  }

  /** Verifies every ledger of the tenants. Returns the final result of each. */
  verifiedLedgers(): Promise<any[]> {
    const paths = this.tenants.flatMap((tenant) =>
      this.recorded(tenant, /\/ledgers\?/).flatMap((ledgers) =>
        ledgers.map(({ id }: { id: string }) => `tenants/${tenant.slug}/ledgers/${id}/verification`),
      ),
    );
    return inParallel(paths, READERS, (path) => this.product.lastLine(path, {}));
  }

  /** Changes the database as its owner. */
  change(sql: string): Promise<void> {
    return onDatabase(this.database.url, sql);
  }

  async stop(): Promise<void> {
    await this.product.stop();
    await this.database.drop();
    await this.receiver.stop();
  }
}

const A_PAGE_OF_THE_TRAIL = /^(.*\/audit)\?limit=\d+&offset=(\d+)$/;

async function readNow(api: Api, path: string): Promise<{ status: number; body: unknown }> {
  const [, trail, offset] = A_PAGE_OF_THE_TRAIL.exec(path) ?? [];
  if (trail === undefined) return api.get(path);
  const from = Number(offset);
  return { status: 200, body: { status: 'ok', data: (await readTrail(api, trail)).slice(from, from + PAGE) } };
}
