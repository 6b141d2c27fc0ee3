import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import type { AuditVerification } from '@probity/contracts/audit/verification';
import { BackOfficeClient } from '@probity/platform/http/back-office-client';
import { Api } from '../../../testing/api';
import { StandaloneProcess } from '../../../testing/standalone-process';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { temporaryFolder } from '../../../testing/test-postgres';
import { until } from '../../crash/until';
import { dataOf } from '../../interface/answers';
import { deposit, newBook } from '../../interface/books';
import type { Product } from '../../interface/product';
import { done, newTenant, type Tenant } from '../../interface/tenants';
import { newEndpoint } from '../../interface/webhooks';
import { aPersonWithHistory, type Person } from '../../privacy/person';

// Importing this file starts a product for the importing test file, with a tenant that has entries in every audit trail.

export const WHY = { reason: 'a test' };

export let database: TestDatabase;
let process: StandaloneProcess;
let folder: string;
export let client: BackOfficeClient;
export let tenant: Tenant;
export let person: Person;
export let ledgerId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = temporaryFolder('probity-audit-');
  process = await StandaloneProcess.start(folder, { DATABASE_URL: database.url, LOG_LEVEL: 'error' });
  const { base_url: baseUrl, back_office_url: backOfficeUrl, operator_token: operatorToken } = process.demo;
  client = new BackOfficeClient(backOfficeUrl, operatorToken);
  const backOffice = new Api(backOfficeUrl, operatorToken);
  const product: Product = { baseUrl, backOfficeUrl, operatorToken, backOffice };
  tenant = await newTenant(product);
  await newEndpoint(tenant, { event_types: ['alert.created'], url: 'http://127.0.0.1:9/none' });
  await newEndpoint(tenant, { event_types: ['alert.created'], url: 'http://127.0.0.1:9/other' });
  await aPersonWithHistory(product, tenant);
  person = await aPersonWithHistory(product, tenant);
  const book = await newBook(tenant);
  ({ ledgerId } = book);
  await done(tenant.api, tenant.path('/postings'), deposit(book, '100'));
  for (const is_active of [false, true]) {
    const body = JSON.stringify({ is_active, ...WHY });
    dataOf(await backOffice.send('PUT', tenant.path(`/ledgers/${ledgerId}/accounts/${book.cash}/activity`), body));
  }
  await database.owner.query('SELECT platform.report_contradiction($1, $2)', [`customer-${randomUUID()}`, 'a test']);
  await until('the notice is raised', async () => (await entries('platform')).length > 0);
}, 300_000);
afterAll(async () => {
  await process?.stop();
  await database?.drop();
  rmSync(folder, { recursive: true, force: true });
});

/** The entries that the tenant sees, oldest first; without erasures, on which other entries depend. */
export async function entries(trail: string): Promise<string[]> {
  const { rows } = await database.owner.query<{ id: string }>(
    `SELECT id FROM ${trail}.audit_events 
     WHERE (tenant_id = $1 OR tenant_id IS NULL) AND action <> 'customer.erased' ORDER BY at, id`,
    [tenant.id],
  );
  return rows.map(({ id }) => id);
}

export async function verify(body: object = {}): Promise<AuditVerification> {
  let last: AuditVerification | undefined;
  const lines = client.postForLines<AuditVerification>(`tenants/${tenant.slug}/audit/verification`, body);
  for await (last of lines) continue;
  if (!last?.done) throw new Error('the verification ended without a result');
  return last;
}
