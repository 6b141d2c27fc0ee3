import type { Browser } from 'playwright-core';
import { Api } from '../../testing/api';
import { startChromium } from '../../testing/browser/chromium';
import { StandaloneProcess } from '../../testing/standalone-process';
import { temporaryFolder } from '../../testing/test-postgres';
import { readDemoStaff } from '../../apps/standalone/demo/demo-staff';
import { until } from '../crash/until';
import { Person } from './person';

const NAME = 'Ivan Quillfeather Petrov';
/** Names that a page must show as text: markup, a reversal of the writing, a name that is too long for any column. */
const HOSTILE = `<img src=x onerror="document.title='ran'"> \u202Egnp.exe ${'Ж'.repeat(150)}`;

/** The product with its demo tenant, as `npm start` starts it, and a browser. */
export class DeskScene {
  private readonly people: Person[] = [];
  private customers = 0;

  private constructor(
    private readonly product: StandaloneProcess,
    private readonly browser: Browser,
    readonly api: Api,
  ) {}

  static async start(): Promise<DeskScene> {
    const [product, browser] = await Promise.all([
      StandaloneProcess.start(temporaryFolder('desk-'), { LOG_LEVEL: 'warn' }),
      startChromium(),
    ]);
    const { base_url, api_key } = product.demo;
    return new DeskScene(product, browser, new Api(base_url, api_key));
  }

  get tenant(): string {
    return this.product.demo.tenant_slug;
  }

  /** A person of the demo who has signed in. */
  async signedIn(name: string, colorScheme: 'light' | 'dark' = 'light'): Promise<Person> {
    const person = await Person.open(this.browser, this.product.demo.back_office_url, colorScheme);
    this.people.push(person);
    await person.signIn(readDemoStaff(this.product.dataDirectory)!.find((one) => one.name === name)!);
    return person;
  }

  /** Adds an entry to the tenant's own list, and customers who match it. Returns when their alerts can be seen. */
  async matches(count: number, topic: string, name = NAME): Promise<string[]> {
    const path = `/tenants/${this.tenant}`;
    const { body } = await this.api.get(`${path}/alerts?limit=1&source=screening`);
    await this.done(`${path}/watchlist-entries`, { schema: 'Person', names: [name], topics: [topic] });
    const customers = await Promise.all(
      Array.from({ length: count }, () => {
        const email = `customer-${++this.customers}@example.com`;
        return this.done(`${path}/customers`, { email, full_name: name, nationality: 'DE' });
      }),
    );
    await until('the alerts are there', async () => {
      const alerts = await this.api.get(`${path}/alerts?customer_id=${customers.at(-1)!}`);
      return alerts.body.data.length > 0;
    });
    expect(body.status).toBe('ok');
    return customers;
  }

  hostile(): Promise<string[]> {
    return this.matches(1, 'crime', HOSTILE);
  }

  /** What the people of this scene met and no page should cause. */
  get problems(): string[] {
    return this.people.flatMap(({ problems }) => problems);
  }

  async stop(): Promise<void> {
    await this.browser.close();
    await this.product.stop();
  }

  private async done(path: string, body: object): Promise<string> {
    const { status, body: said } = await this.api.post(path, body);
    if (status !== 201) throw new Error(`${path} returned ${status}: ${JSON.stringify(said)}`);
    return said.data.id;
  }
}
