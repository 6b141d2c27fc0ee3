import { randomBytes, randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { SealedSecrets } from '@probity/contracts/operations/views';
import { sealingKeyId } from '@probity/platform/sealing';
import { type Answer, Api } from '../../testing/api';
import { TenantClient } from '../crash/tenant-client';
import { webhookBody } from '../interface/webhooks';
import { raiseLimits } from '../../testing/raise-limits';
import { accepted, type Person, signInAs } from '../../testing/staff-person';
import { StandaloneProcess } from '../../testing/standalone-process';
import { startTestPostgres, temporaryFolder, type TestPostgres } from '../../testing/test-postgres';

const [OLD, NEW] = [randomBytes(32), randomBytes(32)];
const LEDGERS = 30;
const KILLS = 4;
const PATIENCE_MS = 60_000;

interface Checkpoint {
  keys: string[];
}

const folder = temporaryFolder('probity-master-key-');
let postgres: TestPostgres;
let product: StandaloneProcess;
const books: string[] = [];
let customerId: string;
let person: Person;
let webhookId: string;
let checkpoint: Checkpoint;

beforeAll(async () => {
  postgres = await startTestPostgres();
}, PATIENCE_MS);
afterAll(async () => {
  await product.kill();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function start(current: Buffer, previous?: Buffer): Promise<void> {
  product = await StandaloneProcess.start(folder, {
    DATABASE_URL: postgres.url,
    PROBITY_MASTER_KEY: current.toString('base64'),
    ...(previous && { PROBITY_PREVIOUS_MASTER_KEY: previous.toString('base64') }),
    LOG_LEVEL: 'warn',
  });
}
const backOffice = () => new Api(product.demo.back_office_url, product.demo.operator_token);
const gateway = () => new Api(product.demo.base_url, product.demo.api_key);
const tenant = () => `/tenants/${product.demo.tenant_slug}`;

function dataOf({ status, body }: Answer): any {
  if (status >= 300) throw new Error(`status ${status}: ${JSON.stringify(body)}`);
  return body.data ?? body; // some routes of institutions have no envelope
}
const sealed = async (): Promise<SealedSecrets[]> =>
  dataOf(await backOffice().get('/operations/sealed-secrets?limit=100'));

async function signedCheckpoint(): Promise<Checkpoint> {
  for (const giveUpAt = Date.now() + PATIENCE_MS; ;) {
    const read = await gateway().get(`${tenant()}/checkpoint`);
    if (read.status !== 404 || Date.now() > giveUpAt) return dataOf(read);
    await delay(100);
  }
}

async function aBook(): Promise<string> {
  const { id } = dataOf(await gateway().post(`${tenant()}/ledgers`, { name: 'Book', currency: 'USD' }));
  const accounts: string[] = [];
  for (const account_type of ['asset', 'liability']) {
    const account = { code: randomUUID(), name: account_type, account_type };
    accounts.push(dataOf(await gateway().post(`${tenant()}/ledgers/${id}/accounts`, account)).id);
  }
  const [cash, funds] = accounts;
  const entries = [
    { account_id: cash, debit: '100' },
    { account_id: funds, credit: '100' },
  ];
  dataOf(
    await gateway().post(`${tenant()}/postings`, {
      ledger_id: id,
      currency: 'USD',
      idempotency_key: randomUUID(),
      entries,
    }),
  );
  return id;
}

it('the product seals secrets with its first key', async () => {
  await start(OLD);
  await raiseLimits(product.demo, product.demo.tenant_slug);
  for (let n = 0; n < LEDGERS; n++) books.push(await aBook());
  const profile = { full_name: 'Jane Smith', email: 'jane@example.com', account_refs: ['ref-1'] };
  customerId = dataOf(await gateway().post(`${tenant()}/customers`, profile)).id;
  const email = `${randomUUID()}@probity.example`;
  const operator = { name: 'Grace', email, reason: 'a test' };
  const { invitation } = dataOf(await backOffice().post('/operators', operator));
  person = await accepted(backOffice(), { email, invitation });
  webhookId = dataOf(await gateway().post(`${tenant()}/webhooks`, webhookBody())).endpoint.id;
  checkpoint = await signedCheckpoint();
  await product.kill();
}, 120_000);

it('a start with another key alone fails', async () => {
  await expect(start(NEW)).rejects.toThrow(/is not the (one|key)/);
}, 60_000);

it('kills while they are sealed again lose none of them', async () => {
  for (let n = 0; n < KILLS; n++) {
    await start(NEW, OLD);
    await delay(40 * n); // sealing again begins with the start
    await product.kill();
  }
  await start(NEW, OLD);
  const giveUpAt = Date.now() + PATIENCE_MS;
  const isDone = (rows: SealedSecrets[]): boolean =>
    rows.length > 10 && rows.every(({ left, is_replacing }) => left === 0 && is_replacing);
  while (!isDone(await sealed())) {
    if (Date.now() > giveUpAt) throw new Error(`secrets are left: ${JSON.stringify(await sealed(), null, 1)}`);
    await delay(200);
  }
  const rows = await sealed();
  const ofMaster = rows.filter(({ key }) => key === 'master');
  expect(new Set(ofMaster.map((row) => row.sealing_key))).toEqual(new Set([sealingKeyId(NEW)]));
  expect(rows.find(({ secrets }) => secrets === 'signing keys of ledgers')?.sealed).toBeGreaterThanOrEqual(LEDGERS);
  expect(rows.find(({ secrets }) => secrets === 'credentials of staff')?.sealed).toBeGreaterThanOrEqual(2);
  expect(rows.find(({ secrets }) => secrets === 'keys of personal data')?.sealed).toBeGreaterThanOrEqual(1);
  expect(rows.find(({ secrets }) => secrets === 'key that signs API keys')).toMatchObject({ sealed: 1 });
  expect(rows.find(({ secrets }) => secrets === 'secrets of webhooks')).toMatchObject({ sealed: 1 });
  expect(rows.find(({ secrets }) => secrets === 'keys that sign checkpoints')?.sealed).toBeGreaterThanOrEqual(1);
  const withMacs = rows.filter(({ secrets }) => secrets === 'keys that authenticate events');
  expect(withMacs.map((row) => [row.service, row.sealed])).toEqual(
    ['back-office', 'customer-risk', 'ledger', 'pipeline', 'webhook-dispatcher'].map((service) => [service, 1]),
  );
  await product.kill();
}, 180_000);

it('then the first key is no longer needed', async () => {
  await start(NEW);
  for (const id of books) {
    expect(await new TenantClient(product.demo).verification(id)).toMatchObject({ verified: true });
  }
  expect(dataOf(await gateway().get(`${tenant()}/customers/${customerId}`))).toMatchObject({ full_name: 'Jane Smith' });
  const { status } = await gateway().post(`${tenant()}/webhooks/${webhookId}/rotate-secret`, {});
  expect(status).toBe(200); // the secret opens for its receiver
  expect((await signedCheckpoint()).keys).toEqual(checkpoint.keys);
  await signInAs(backOffice(), person, new Date(Date.now() + 30_000));
  await aBook();
}, 90_000);

it('and a rebuild from the events gives the same keys', async () => {
  const rebuilt = await backOffice().postForLines('/projections/rebuild', { all: true, reason: 'a test' });
  expect(rebuilt.body.at(-1)).toMatchObject({ done: true });
  expect(await new TenantClient(product.demo).verification(books[0]!)).toMatchObject({ verified: true });
}, 120_000);
