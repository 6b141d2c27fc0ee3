import { randomUUID } from 'node:crypto';
import type { Browser } from 'playwright-core';
import { Database } from '@probity/persistence/database';
import { Api } from '../../testing/api';
import { startChromium } from '../../testing/browser/chromium';
import { accepted } from '../../testing/staff-person';
import { StandaloneProcess } from '../../testing/standalone-process';
import { temporaryFolder } from '../../testing/test-postgres';
import { readDemoStaff } from '../../apps/standalone/demo/demo-staff';
import { databaseUrlOf } from '../crash/installation';
import { until } from '../crash/until';
import { type ColorScheme, Person } from './person';

const NAME = 'Ivan Quillfeather Petrov';
/** Names that a page must show as text: markup, a reversal of the writing, a name that is too long for any column. */
const HOSTILE = `<img src=x onerror="document.title='ran'"> \u202Egnp.exe ${'Ж'.repeat(150)}`;

/** Codes that nest: the desk shows them as a tree. */
const ACCOUNTS = [
  ['1000', 'Cash', 'asset'],
  ['1000.10', 'Cash at the central bank', 'asset'],
  ['2000', 'Owed to customers', 'liability'],
  ['2000.10', 'Current accounts', 'liability'],
] as const;

/** Each that fails takes seconds. */
const MAX_TRIES = 5;

/** The product with its demo tenant, as `npm start` starts it, and a browser. */
export class DeskScene {
  private readonly people: Person[] = [];
  private readonly signedInPeople = new Map<string, Person>();
  private count = 0;
  private payers = 0;
  /** of the accounts of customers, by the id of the customer */
  private readonly references = new Map<string, string>();

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

  private get office(): Api {
    return new Api(this.product.demo.back_office_url, this.product.demo.operator_token);
  }

  /** A person of the demo who has signed in, once: a one-time code works once. */
  async signedIn(name: string, colorScheme: ColorScheme = 'light'): Promise<Person> {
    const known = this.signedInPeople.get(name);
    if (known) return known.withTheme(colorScheme);
    const person = await this.visitor(colorScheme);
    await person.signIn(readDemoStaff(this.product.dataDirectory)!.find((one) => one.name === name)!);
    this.signedInPeople.set(name, person);
    return person;
  }

  /** A person who has not signed in. */
  async visitor(colorScheme: ColorScheme = 'light'): Promise<Person> {
    const person = await Person.open(this.browser, this.product.demo.back_office_url, colorScheme);
    this.people.push(person);
    return person;
  }

  /** A new platform operator who has signed in. */
  async operator(colorScheme: ColorScheme = 'light'): Promise<Person> {
    const { office } = this;
    const email = `operator-${randomUUID()}@platform.example`;
    const { body } = await office.post('/operators', { name: 'Kim Lee', email, reason: 'a test' });
    const { password, secret } = await accepted(office, { email, invitation: body.data.invitation });
    const person = await this.visitor(colorScheme);
    await person.signIn({ email, password, code_secret: secret }, 'Operations');
    return person;
  }

  /** Adds an entry to the tenant's own list, and customers who match it. Returns when their alerts can be seen. */
  async matches(count: number, topic: string, name = NAME): Promise<string[]> {
    const path = `/tenants/${this.tenant}`;
    const { body } = await this.api.get(`${path}/alerts?limit=1&source=screening`);
    await this.done(`${path}/watchlist-entries`, { schema: 'Person', names: [name], topics: [topic] });
    const customers = await Promise.all(
      Array.from({ length: count }, async () => {
        const email = `customer-${++this.count}@example.com`;
        const body = { email, full_name: name, nationality: 'DE', account_refs: [email] };
        const id = await this.done(`${path}/customers`, body);
        this.references.set(id, email);
        return id;
      }),
    );
    await until('the alerts are there', async () => {
      const alerts = await this.api.get(`${path}/alerts?customer_id=${customers.at(-1)!}`);
      return alerts.body.data.length > 0;
    });
    expect(body.status).toBe('ok');
    return customers;
  }

  /** Adds an entry to the tenant's own list, and customers who pay it once. Returns when their alerts can be seen. */
  async pay(counterparty: string, names: string[]): Promise<string[]> {
    const path = `/tenants/${this.tenant}`;
    await this.done(`${path}/watchlist-entries`, { schema: 'Company', names: [counterparty], topics: ['crime'] });
    const customers: string[] = [];
    for (const full_name of names) {
      const number = ++this.payers;
      const account_ref = `payer-${number}`;
      const email = `payer-${number}@example.com`;
      customers.push(await this.done(`${path}/customers`, { email, full_name, account_refs: [account_ref] }));
      const transaction = { transaction_id: `payment-${number}`, account_ref, amount: '12.00', currency: 'USD' };
      const payload = { ...transaction, direction: 'outbound', counterparty: { name: counterparty } };
      const event = { tenant_id: this.product.demo.tenant_id, event_type: 'transaction', payload };
      expect((await this.api.post('/events/webhook', event)).status).toBe(202);
    }
    for (const id of customers) {
      await until('the payment raised an alert', async () => {
        const alerts = await this.api.get(`${path}/alerts?customer_id=${id}`);
        return alerts.body.data.length > 0;
      });
    }
    return customers;
  }

  /** Makes a ledger with a tree of accounts and some postings. Returns its id. */
  async makeBooks(): Promise<string> {
    const path = `/tenants/${this.tenant}`;
    const ledger = await this.done(`${path}/ledgers`, { name: 'Customer funds', currency: 'USD' });
    const accounts: string[] = [];
    for (const [code, name, account_type] of ACCOUNTS) {
      const { status, body } = await this.api.post(`${path}/ledgers/${ledger}/accounts`, { code, name, account_type });
      if (status !== 201) throw new Error(`the account ${code} was not opened: ${JSON.stringify(body)}`);
      accounts.push(body.id);
    }
    for (let n = 1; n <= 3; n++) {
      const entries = [
        { account_id: accounts[1], debit: '9007199254740993' },
        { account_id: accounts[3], credit: '9007199254740993' },
      ];
      const posting = { ledger_id: ledger, currency: 'USD', reference: `deposit-${n}`, entries };
      const { status, body } = await this.api.post(`${path}/postings`, posting);
      if (status !== 201) throw new Error(`a posting was not made: ${JSON.stringify(body)}`);
    }
    return ledger;
  }

  /** Registers an endpoint at which nothing listens. */
  async makeWebhook(): Promise<void> {
    const url = 'http://127.0.0.1:9/probity';
    const { status, body } = await this.api.post(`/tenants/${this.tenant}/webhooks`, {
      label: 'Core banking',
      url,
      event_types: ['alert.created'],
    });
    if (status !== 201) throw new Error(`the endpoint was not registered: ${JSON.stringify(body)}`);
  }

  /** Sends transactions of a customer, and returns when they are processed. */
  async transactions(customerId: string, amounts: number[]): Promise<void> {
    for (const amount of amounts) {
      const payload = {
        transaction_id: randomUUID(),
        account_ref: this.references.get(customerId),
        amount: String(amount),
        currency: 'USD',
        direction: 'outbound',
      };
      const tenant_id = this.product.demo.tenant_id;
      const event = { tenant_id, event_type: 'transaction', payload };
      const { status, body } = await this.api.post('/events/webhook', event);
      if (status !== 202) throw new Error(`the event was rejected: ${JSON.stringify(body)}`);
      await until('the event is processed', async () => {
        const { body: read } = await this.api.get(`/tenants/${this.tenant}/events/${body.event_id}`);
        return read.data?.status === 'processed';
      });
    }
  }

  /** The ids of the rule with this name, and of the last backtest. */
  async ruleNamed(name: string): Promise<{ rule: string; backtest: string }> {
    const rules = `/tenants/${this.tenant}/monitoring-rules`;
    const { body } = await this.api.get(`${rules}?limit=100`);
    const { body: tried } = await this.api.get(`${rules}/backtests?limit=1`);
    return { rule: body.data.find((one: { name: string }) => one.name === name).id, backtest: tried.data[0].id };
  }

  /** The ids of some open alerts, those due first at the top. */
  async alerts(): Promise<string[]> {
    const { body } = await this.office.get(`/tenants/${this.tenant}/alerts/queue`);
    return body.data.map(({ id }: { id: string }) => id);
  }

  /** Another person gives the alert a tag. */
  async tag(alertId: string, tag: string): Promise<void> {
    const { status } = await this.office.put(`/tenants/${this.tenant}/alerts/${alertId}/tags`, { tags: [tag] });
    expect(status).toBe(200);
  }

  /** Lists a fact about a new customer as one that the pipeline could not handle. */
  async deadLetter(): Promise<void> {
    const [customer] = await this.matches(1, 'crime', 'Quentin Fallowmere');
    const stream = `customer-${customer}`;
    const type = 'customer-risk.CustomerCreated';
    const values = ['pipeline', `${stream}@0`, 'fact', type, stream, 0, 'a test', 5];
    await this.inDatabase('SELECT platform.keep_dead_letter($1, $2, $3, $4, $5, $6, $7, $8)', values);
  }

  /** Changes what Probity shows of a posting, as a person with the database can. */
  async tamper(ledger: string, position: number): Promise<void> {
    const change =
      'UPDATE ledger.transactions SET amount_minor = amount_minor + 1 WHERE ledger_id = $1 AND position = $2';
    await this.inDatabase(change, [ledger, position]);
  }

  private async inDatabase(sql: string, values: unknown[]): Promise<void> {
    const database = await Database.open({ url: databaseUrlOf(this.product.dataDirectory), applicationName: 'test' });
    await database.query(sql, values);
    await database.close();
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

  /** Repeats a request that made no changes, as an institution does: other tests use the processors as well. */
  private async done(path: string, body: object): Promise<string> {
    for (let tries = 1; ; tries++) {
      const { status, body: said } = await this.api.post(path, body);
      if (status === 201) return said.data.id;
      if (status !== 503 || said.code === 'outcome_unknown' || tries === MAX_TRIES)
        throw new Error(`${path} returned ${status}: ${JSON.stringify(said)}`);
    }
  }
}
