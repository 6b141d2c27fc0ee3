import { rmSync } from 'node:fs';
import type { AuditVerification } from '@probity/contracts/audit/verification';
import type { LedgerVerification } from '@probity/contracts/ledger/views';
import { StandIn } from '@probity/event-store/eventstoredb/testing/stand-in/stand-in';
import { BackOfficeClient } from '@probity/platform/http/back-office-client';
import { Api } from '../../../testing/api';
import { StandaloneProcess } from '../../../testing/standalone-process';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { temporaryFolder } from '../../../testing/test-postgres';
import { until } from '../../crash/until';
import { deposit, newBook } from '../../interface/books';
import type { Product } from '../../interface/product';
import { done, newTenant, type Tenant } from '../../interface/tenants';
import type { StoreKind } from '../testing/stopped-installation';
import { Backup } from './backup';
import { LaterChanges } from './later-changes';

const BEFORE = 2;
const AFTER = 5;

/** An operator puts back an old backup, and may go on differently from there. Checkpoints were kept outside. */
export function restoredBackup(kind: StoreKind): void {
  let standIn: StandIn | undefined;
  let database: TestDatabase;
  let folder: string;
  let running: StandaloneProcess | undefined;
  let tenant: Tenant;
  let book: Awaited<ReturnType<typeof newBook>>;
  let backup: Backup;
  let changes: LaterChanges;
  let kept: { ledger: string; tenant: string };

  beforeAll(async () => {
    standIn = kind === 'Postgres' ? undefined : await StandIn.start();
    database = await createTestDatabase();
    folder = temporaryFolder('probity-backup-');
    const product = await start();
    tenant = await newTenant(product);
    book = await newBook(tenant);
    await post(BEFORE);
    changes = await LaterChanges.prepare(product, tenant, book);
    await signed(BEFORE);
    await stop();
    backup = await Backup.make(database.owner, standIn?.log);
    await changes.make(await start());
    await post(AFTER - BEFORE);
    kept = await signed(AFTER);
    await stop();
  }, 120_000);
  afterEach(() => stop());
  afterAll(async () => {
    await stop();
    await database?.drop();
    await standIn?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function start(): Promise<Product> {
    const environment = { DATABASE_URL: database.url, EVENTSTORE_URL: standIn?.connectionString, LOG_LEVEL: 'fatal' };
    running = await StandaloneProcess.start(folder, environment);
    const { base_url: baseUrl, back_office_url: backOfficeUrl, operator_token: operatorToken } = running.demo;
    if (tenant) tenant.api = new Api(baseUrl, tenant.key);
    return { baseUrl, backOfficeUrl, operatorToken, backOffice: new Api(backOfficeUrl, operatorToken) };
  }
  async function stop(): Promise<void> {
    await running?.stop();
    running = undefined;
  }
  async function post(count: number, amount = '100'): Promise<void> {
    for (let n = 0; n < count; n++) await done(tenant.api, tenant.path('/postings'), deposit(book, amount));
  }

  /** The signed heads of the ledger and of the tenant, once the ledger's has all transactions. */
  async function signed(transactions: number): Promise<{ ledger: string; tenant: string }> {
    const head = async (path: string) =>
      (await tenant.api.get<{ data?: { tree_size: number; checkpoint: string } }>(tenant.path(path))).body.data;
    const ofLedger = () => head(`/ledgers/${book.ledgerId}/checkpoint`);
    await until('the ledger is signed', async () => (await ofLedger())?.tree_size === transactions);
    return { ledger: (await ofLedger())!.checkpoint, tenant: (await head('/checkpoint'))!.checkpoint };
  }

  async function noticesOf({ backOffice }: Product): Promise<unknown[]> {
    const { body } = await backOffice.get<{ data: { kind: string }[] }>(`/tenants/${tenant.slug}/notices`);
    return body.data.filter(({ kind }) => kind === 'stored_data_contradicts');
  }

  async function lastLine<Line extends { done: boolean }>(path: string, body: object): Promise<Line> {
    const client = new BackOfficeClient(running!.demo.back_office_url, running!.demo.operator_token);
    let last: Line | undefined;
    for await (last of client.postForLines<Line>(`tenants/${tenant.slug}/${path}`, body)) continue;
    return last!;
  }
  const ledger = (checkpoints: string[]) =>
    lastLine<LedgerVerification>(`ledgers/${book.ledgerId}/verification`, { checkpoints });
  const audit = (checkpoint?: string) =>
    lastLine<AuditVerification>('audit/verification', checkpoint === undefined ? {} : { checkpoint });

  it('begins with a ledger and trails that agree with the kept checkpoints', async () => {
    await start();
    expect(await ledger([kept.ledger])).toMatchObject({ verified: true });
    expect(await audit(kept.tenant)).toMatchObject({ verified: true });
  });

  it('an older read side alone is made what the events say', async () => {
    await backup.restore('read side');
    const product = await start();
    await changes.areKnown(product);
    expect(await ledger([kept.ledger])).toMatchObject({ verified: true });
    expect(await audit(kept.tenant)).toMatchObject({ verified: true });
    await changes.canGoOn(product);
  });

  it('an older event store alone is noticed, also without a checkpoint', async () => {
    const newest = await Backup.make(database.owner, standIn?.log, 'newest');
    await backup.restore('events');
    try {
      const product = await start();
      await changes.cannotGoOn(product);
      await until('operators have a notice', async () => (await noticesOf(product)).length > 0);
      const { verified, broken } = await ledger([]);
      expect({ verified, broken }).toMatchObject({ verified: false, broken: { position: BEFORE + 1 } });
      const trails = await audit();
      expect(trails).toMatchObject({ verified: false, first: { kind: expect.any(String) } });
    } finally {
      await stop();
      await newest.restore('everything');
    }
  });

  it('a backup that was put back verifies, and the kept checkpoints show it', async () => {
    await backup.restore('everything');
    await start();
    expect(await ledger([])).toMatchObject({ verified: true, head: { position: BEFORE } });
    expect(await audit()).toMatchObject({ verified: true });
    expect((await ledger([kept.ledger])).broken).toMatchObject({ check: 'checkpoint', position: BEFORE + 1 });
    expect((await audit(kept.tenant)).first).toMatchObject({ kind: 'outside_checkpoint' });
  });

  it('a history that goes on differently verifies, and the kept checkpoints show it', async () => {
    await start();
    await post(AFTER - BEFORE + 1, '1');
    await signed(AFTER + 1);
    expect(await ledger([])).toMatchObject({ verified: true, head: { position: AFTER + 1 } });
    expect(await audit()).toMatchObject({ verified: true });
    expect((await ledger([kept.ledger])).broken).toMatchObject({
      check: 'checkpoint',
      detail: expect.stringMatching(/are not those of a checkpoint that was kept elsewhere/),
    });
    expect((await audit(kept.tenant)).first).toMatchObject({ kind: 'outside_checkpoint' });
  });
}
