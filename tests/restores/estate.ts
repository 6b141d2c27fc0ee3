import { rmSync } from 'node:fs';
import { StandIn } from '@probity/event-store/eventstoredb/testing/stand-in/stand-in';
import { Database } from '@probity/persistence/database';
import { Api } from '../../testing/api';
import { raiseLimits } from '../../testing/raise-limits';
import { StandaloneProcess } from '../../testing/standalone-process';
import { startTestPostgres, temporaryFolder, type TestPostgres } from '../../testing/test-postgres';
import { type Book, newBook } from '../interface/books';
import { freshName, listedPerson } from '../interface/customers';
import type { Product } from '../interface/product';
import { done, newStaffToken, newTenant, type Tenant } from '../interface/tenants';

export const STORES = ['postgres', 'eventstoredb'] as const;
export type Store = (typeof STORES)[number];

const LEDGERS = 2;

/** The product in one process, with a Postgres of its own and perhaps an EventStoreDB, which stay when the product ends. */
export class Estate {
  private running: StandaloneProcess | undefined;
  tenant!: Tenant;
  books: Book[] = [];
  /** the name of a person on a list of the tenant: each customer with this name gets an alert */
  readonly listedName = freshName();
  /** the back office, as a service account with every role in the tenant */
  office!: Api;
  private staffToken = '';

  private constructor(
    readonly owner: Database,
    readonly standIn: StandIn | undefined,
    private readonly postgres: TestPostgres,
    private readonly folder: string,
  ) {}

  /** Starts the product, and creates a tenant with ledgers. */
  static async create(store: Store): Promise<Estate> {
    const folder = temporaryFolder('probity-restores-');
    const postgres = await startTestPostgres();
    const standIn = store === 'eventstoredb' ? await StandIn.start() : undefined;
    const owner = await Database.open({ url: postgres.url, applicationName: 'restores' });
    const estate = new Estate(owner, standIn, postgres, folder);
    await estate.start();
    estate.tenant = await newTenant(estate.product);
    await raiseLimits(estate.demo, estate.tenant.slug);
    for (let n = 0; n < LEDGERS; n++) estate.books.push(await newBook(estate.tenant));
    await done(estate.tenant.api, estate.tenant.path('/watchlist-entries'), listedPerson(estate.listedName));
    estate.staffToken = await newStaffToken(estate.product, estate.tenant.slug);
    estate.office = new Api(estate.demo.back_office_url, estate.staffToken);
    return estate;
  }

  get demo(): StandaloneProcess['demo'] {
    return this.running!.demo;
  }

  get product(): Product {
    const { base_url: baseUrl, back_office_url: backOfficeUrl, operator_token: operatorToken } = this.demo;
    return { baseUrl, backOfficeUrl, operatorToken, backOffice: new Api(backOfficeUrl, operatorToken) };
  }

  /** The end of what the product has printed. */
  get printed(): string {
    return this.running?.printed ?? '';
  }

  /** @throws Error with the output of a product that ends before it is ready */
  async start(): Promise<void> {
    this.running = undefined;
    const environment = {
      ...{ DATABASE_URL: this.postgres.url, EVENTSTORE_URL: this.standIn?.connectionString },
      LOG_LEVEL: 'warn',
    };
    this.running = await StandaloneProcess.start(this.folder, environment);
    if (this.staffToken === '') return;
    this.tenant.api = new Api(this.demo.base_url, this.tenant.key);
    this.office = new Api(this.demo.back_office_url, this.staffToken);
  }

  async end(how: 'stop' | 'kill'): Promise<void> {
    if (how === 'stop') await this.running?.stop();
    else await this.running?.kill();
  }

  async remove(): Promise<void> {
    await this.end('kill');
    await this.owner.close();
    await this.standIn?.stop();
    await this.postgres.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
