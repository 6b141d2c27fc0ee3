import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { openServerHome } from '../../apps/standalone/postgres/server-home';
import { serverUser } from '../../apps/standalone/postgres/server-user';
import { EXPORTED_TABLES } from '@probity/read-side/privacy/export-queries';
import { Api } from '../../testing/api';
import { StandaloneProcess } from '../../testing/standalone-process';
import { temporaryFolder } from '../../testing/test-postgres';
import { dataOf } from '../interface/answers';
import { deposit, newBook } from '../interface/books';
import { riskHistory } from '../interface/customers';
import type { Product } from '../interface/product';
import { done, newTenant, type Tenant } from '../interface/tenants';
import { newEndpoint } from '../interface/webhooks';
import { filesWith } from './bytes';
import { aPersonWithHistory, ok, type Person } from './person';

const WHY = { reason: 'a test' };
/** Other tests may use the machine at the same time. */
jest.setTimeout(180_000);

describe('the bytes of an erased person', () => {
  let folder: string;
  let process: StandaloneProcess;
  let product: Product;
  let tenant: Tenant;
  let [person, other] = [] as unknown as [Person, Person];
  let posting: string;

  beforeAll(async () => {
    folder = temporaryFolder('probity-privacy-');
    process = await StandaloneProcess.start(folder);
    const { base_url, back_office_url, operator_token } = process.demo;
    const backOffice = new Api(back_office_url, operator_token);
    product = { baseUrl: base_url, backOfficeUrl: back_office_url, operatorToken: operator_token, backOffice };
    tenant = await newTenant(product);
    await newEndpoint(tenant, { event_types: ['alert.created', 'alert.dismissed'], url: 'http://127.0.0.1:9/none' });
    other = await aPersonWithHistory(product, tenant);
    person = await aPersonWithHistory(product, tenant);
    const book = await newBook(tenant);
    posting = (await done<{ transaction: { id: string } }>(tenant.api, tenant.path('/postings'), deposit(book, '100')))
      .transaction.id;
    await sql('ANALYZE');
    await sql('CHECKPOINT');
  }, 300_000);
  afterAll(async () => {
    await process?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function sql<Row>(text: string): Promise<Row[]> {
    const secrets = JSON.parse(readFileSync(join(folder, 'secrets.json'), 'utf8')) as Record<string, string>;
    const { socket } = openServerHome(folder, serverUser());
    const client = new Client(
      `postgresql://probity:${secrets.postgres_password}@${encodeURIComponent(socket)}/postgres`,
    );
    await client.connect();
    try {
      return (await client.query(text)).rows as Row[];
    } finally {
      await client.end();
    }
  }

  /** Every row as text, as a new logical backup has it. Values that Postgres compresses in its files are in clear here. */
  async function dump(schema = '%'): Promise<string> {
    const tables = await sql<{ name: string }>(`
      SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
      WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')
        AND table_schema LIKE '${schema}'`);
    const rows = await sql<{ text: string }>(
      tables.map(({ name }) => `SELECT lower(t::text) AS text FROM ${name} t`).join(' UNION ALL '),
    );
    return rows.map(({ text }) => text).join('\n');
  }
  const foundIn = (text: string, texts: string[]): string[] => texts.filter((one) => text.includes(one.toLowerCase()));

  async function allLines(path: string, body: object): Promise<any[]> {
    const answer = await fetch(`${product.backOfficeUrl}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${product.operatorToken}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return (await answer.text())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
  }
  const lines = async (path: string, body: object): Promise<any> => (await allLines(path, body)).at(-1);

  it('are in an export, which has everything about the person and nothing about another one', async () => {
    const exported = await allLines(tenant.path(`/customers/${person.id}/export`), WHY);
    expect(exported.at(-1)).toEqual({ done: true, rows: exported.length - 1 });
    expect([...new Set(exported.slice(0, -1).map(({ table }) => table as string))]).toEqual(
      EXPORTED_TABLES.filter((table) => table !== 'pipeline.inbox'),
    );
    const text = JSON.stringify(exported);
    expect(foundIn(text.toLowerCase(), person.texts)).toEqual(person.texts);
    expect(foundIn(text.toLowerCase(), [other.name, other.email, other.id])).toEqual([]);
    const trail = dataOf<any[]>(await product.backOffice.get(tenant.path(`/audit?subject_id=${person.id}`)));
    expect(trail[0]).toMatchObject({ action: 'customer.exported', reason: WHY.reason });
    const elsewhere = await newTenant(product);
    const denied = await product.backOffice.post(elsewhere.path(`/customers/${person.id}/export`), WHY);
    expect(denied.status).toBe(404);
  });

  it('are in the files before the erasure, but in no event', async () => {
    expect(filesWith(folder, [person.name, person.email])).not.toEqual([]);
    expect(foundIn(await dump('event_store'), person.texts)).toEqual([]);
    const status = dataOf<any>(await product.backOffice.get('/privacy/status'));
    expect(status.events_not_sealed).toEqual([]);
  });

  it('are in no file after the run of the retention and the removal of old bytes', async () => {
    const erasure = tenant.path(`/customers/${person.id}/erasure`);
    await ok(product.backOffice.post(erasure, { relationship_ended_on: '2010-01-01', ...WHY }));
    const run = tenant.path('/retention/run');
    expect(await lines(run, { dry_run: true, ...WHY })).toMatchObject({
      done: true,
      erased: 1,
      first_erased: [person.id],
    });
    expect(await lines(run, { dry_run: false, ...WHY })).toMatchObject({ done: true, erased: 1, kept: 0 });
    const rewritten = await lines('/privacy/rewrite', WHY);
    expect(rewritten).toMatchObject({ done: true, old_log: 'removed' });
    expect(rewritten.tables.filter(({ outcome }: { outcome: string }) => outcome !== 'rewritten')).toEqual([]);
    expect(filesWith(folder, person.texts)).toEqual([]);
  });

  it('leave the history, the other customers and the ledger as they were', async () => {
    const history = await riskHistory(tenant, person);
    expect(history.length).toBeGreaterThan(0);
    for (const item of history)
      expect(item).toMatchObject({ rating_to: expect.any(String), score: expect.any(Number) });
    const path = (id: string): string => tenant.path(`/customers/${id}`);
    expect(dataOf(await tenant.api.get(path(person.id)))).toMatchObject({ email: '[erased]', full_name: null });
    expect(dataOf(await tenant.api.get(path(other.id)))).toMatchObject({ email: other.email, full_name: other.name });
    const verified = dataOf<{ verified: boolean }>(await tenant.api.get(tenant.path(`/postings/${posting}/verify`)));
    expect(verified.verified).toBe(true);
    expect(dataOf<any>(await product.backOffice.get('/privacy/status')).overwritten_tables).toEqual([]);
  });

  it('are in no new backup, which has the other customers', async () => {
    const backup = await dump();
    expect(foundIn(backup, person.texts)).toEqual([]);
    expect(foundIn(backup, [other.name, other.email])).toHaveLength(2);
    expect(filesWith(folder, [other.email])).not.toEqual([]);
  });
});
