import { randomBytes, randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { createLedger, openAccount, postTransaction, verifyLedger } from '@probity/contracts/ledger/commands';
import { PostgresEventStore } from '@probity/event-store/postgres/postgres-event-store';
import { CommandBus } from '@probity/messaging/command-bus';
import { EmbeddedBroker } from '@probity/messaging/embedded/embedded-broker';
import { EmbeddedClient } from '@probity/messaging/embedded/embedded-client';
import { EmbeddedServer } from '@probity/messaging/embedded/embedded-server';
import { Metrics } from '@probity/platform/metrics';
import { Sealer } from '@probity/platform/sealing';
import { data, startTestOffice, type TestOffice } from '../../testing/test-office';
import { RebuildProjections } from '@probity/event-store/rebuild/rebuild-projections';
import { PROJECTIONS } from '../../apps/ledger/projections';
import { startLedger } from '../../apps/ledger/start-ledger';
import { tamper } from './stored-state';

// Jest cannot load the package that serves the page for browsing the API. These tests do not need the page.
jest.mock('@probity/platform/http/openapi', () => ({ serveOpenApi: () => {} }));

const DAY_MS = 24 * 3_600_000;

let office: TestOffice;
let ledgers: CommandBus;
let stopLedgers: () => Promise<void>;
let tenant_id: string;
let slug: string;

/** A back office with a real ledger service, both on one Postgres. */
beforeAll(async () => {
  office = await startTestOffice(undefined, { VERIFY_LEDGERS_EVERY_HOURS: 24, VERIFY_AUDIT_TRAILS_EVERY_HOURS: 0 });
  const { owner } = office;
  const broker = new EmbeddedBroker();
  const logger = pino({ level: 'silent' });
  const events = new PostgresEventStore(owner);
  const rebuild = new RebuildProjections('ledger', PROJECTIONS, () =>
    Promise.resolve({ events, database: owner, logger, close: () => Promise.resolve() }),
  );
  const parts = { database: owner, maintenance: owner, events, rebuild, logger };
  const sealer = new Sealer(randomBytes(32));
  stopLedgers = await startLedger({ ...parts, sealer, metrics: new Metrics() }, new EmbeddedServer(broker));
  ledgers = new CommandBus(new EmbeddedClient(broker));
  office.replies['ledger.verify-ledger'] = (request) => ledgers.progress(verifyLedger, request);
  slug = `t-${randomUUID()}`;
  const tenant = { slug, name: 'T', four_eyes: false, reason: 'a test' };
  tenant_id = data(await office.api.post('/tenants', tenant), 201).id;
  const currency = { code: 'USD', name: 'US Dollar', minor_unit_decimals: 2, reason: 'a test' };
  data(await office.api.post(`/tenants/${slug}/currencies`, currency), 201);
});
afterAll(async () => {
  await stopLedgers?.();
  await office?.stop();
});

interface Ledger {
  id: string;
  /** the first posting */
  posting: string;
  post: () => Promise<string>;
}

/** A ledger with one posting. */
async function makeLedger(): Promise<Ledger> {
  const ledger_id = randomUUID();
  await ledgers.send(createLedger, { tenant_id, ledger_id, name: 'Customer funds', currency: 'USD' });
  const open = async (account_type: 'asset' | 'liability'): Promise<string> => {
    const account = { account_id: randomUUID(), code: `${account_type} of ${ledger_id}`, name: 'Funds', account_type };
    return (await ledgers.send(openAccount, { tenant_id, ledger_id, ...account })).id;
  };
  const [cash, owed] = [await open('asset'), await open('liability')];
  const post = async (): Promise<string> => {
    const transaction_id = randomUUID();
    const entries = [
      { account_id: cash, debit: '250000' },
      { account_id: owed, credit: '250000' },
    ];
    await ledgers.send(postTransaction, {
      tenant_id,
      transaction_id,
      posting: { ledger_id, currency: 'USD', entries },
    });
    return transaction_id;
  };
  return { id: ledger_id, posting: await post(), post };
}

const notices = async () => data(await office.api.get(`/tenants/${slug}/notices?kind=verification_failed`));
const verifications = async (ledger: string) =>
  data(await office.api.get(`/tenants/${slug}/ledgers/${ledger}/verifications`));

it('reports a ledger that was tampered with, without a request by staff, and settles it when it is repaired', async () => {
  const [intact, changed] = [await makeLedger(), await makeLedger()];
  const setDebit = (debit: number) =>
    tamper(office.owner, (sql) =>
      sql.query('UPDATE ledger.entries SET debit = $2 WHERE transaction_id = $1 AND line = 0', [
        changed.posting,
        debit,
      ]),
    );
  await setDebit(1);
  office.time.pass(DAY_MS);
  await office.verifyDue();
  expect(await notices()).toMatchObject([
    { subject: `ledger/${changed.id}`, status: 'open', data: { check: 'read_side', position: 1 } },
  ]);
  expect(await verifications(intact.id)).toMatchObject([{ verified: true, checked: 1, officer: 'Probity' }]);
  expect(await verifications(changed.id)).toMatchObject([{ verified: false, officer: 'Probity' }]);

  await setDebit(250_000);
  office.time.pass(DAY_MS);
  await office.verifyDue();
  expect(await notices()).toMatchObject([{ status: 'settled', settled_reason: 'the ledger verifies' }]);
});

it('verifies a ledger that grows meanwhile', async () => {
  const { id, post } = await makeLedger();
  const verify = office.replies['ledger.verify-ledger']!;
  const posted: Promise<string>[] = [];
  office.replies['ledger.verify-ledger'] = (request) => {
    for (let postings = 0; postings < 20 && request.ledger_id === id; postings++) posted.push(post());
    return verify(request);
  };
  office.time.pass(DAY_MS);
  await office.verifyDue();
  expect(await Promise.all(posted)).toHaveLength(20);
  expect(await verifications(id)).toMatchObject([{ verified: true }]);
});
