import { randomUUID } from 'node:crypto';
import { lastValueFrom } from 'rxjs';
import { pino } from 'pino';
import {
  AccountActivityChanged,
  AccountOpened,
  LEDGER_STREAM_PREFIX,
  LedgerCreated,
  ledgerStream,
  TransactionPosted,
} from '@probity/contracts/ledger/events';
import { rebuildLedgerProjections } from '@probity/contracts/projections/commands';
import { Projector } from '@probity/event-store/projector';
import { Metrics } from '@probity/platform/metrics';
import { type LedgerFixture, startLedgerFixture } from '../../testing/ledger-fixture';
import { LEDGER } from './ledgers/ledger';

interface Row {
  type: string;
  data: Record<string, unknown>;
}

const INSERT = `
  INSERT INTO event_store.events (stream, revision, id, type, data) VALUES ($1, $2, gen_random_uuid(), $3, $4)`;
const EVERYTHING = `
  SELECT (SELECT json_agg(a ORDER BY id) FROM ledger.accounts a WHERE ledger_id = $1) AS accounts,
    (SELECT json_agg(t ORDER BY id) FROM ledger.transactions t WHERE ledger_id = $1) AS transactions,
    (SELECT json_agg(e ORDER BY transaction_id, line) FROM ledger.entries e JOIN ledger.transactions t
      ON t.id = e.transaction_id WHERE t.ledger_id = $1) AS entries,
    (SELECT json_agg(l) FROM ledger.ledgers l WHERE id = $1) AS ledger`;

describe('a forged stream of a ledger', () => {
  let service: LedgerFixture;
  /** a ledger of Probity */
  let ledger_id: string;
  let cash: string;
  let owed: string;
  let transaction_id: string;
  beforeAll(async () => {
    service = await startLedgerFixture();
    ledger_id = await service.createLedger();
    [cash, owed] = [await service.openAccount(ledger_id, 'asset'), await service.openAccount(ledger_id, 'liability')];
    const entries = [
      { account_id: cash, debit: '5' },
      { account_id: owed, credit: '5' },
    ];
    transaction_id = (await service.post({ ledger_id, currency: 'USD', entries })).posting.transaction.id;
  });
  afterAll(() => service?.stop());

  /** Stores the rows, and lets a follower project them. */
  async function forge(stream: string, rows: Row[]): Promise<void> {
    for (const [revision, { type, data }] of rows.entries())
      await service.database.owner.query(INSERT, [stream, revision, type, JSON.stringify(data)]);
    const { owner: database } = service.database;
    const logger = pino({ level: 'silent' });
    const projector = new Projector(LEDGER, { store: service.events, database, logger, metrics: new Metrics() });
    for await (const events of service.events.readStream(stream)) await projector.project(events);
  }
  const rebuild = () => lastValueFrom(service.commands.progress(rebuildLedgerProjections, {}));
  const everything = async () => (await service.database.owner.query(EVERYTHING, [ledger_id])).rows[0];

  /** The first event of a new ledger of another tenant, and what each later event of it has. */
  function newLedger(forged = randomUUID()): { stream: string; created: Row; of: Record<string, unknown> } {
    const of = { ledger_id: forged, tenant_id: randomUUID() };
    const created = { type: 'LedgerCreated', data: { ...LedgerCreated.example, ...of } };
    return { stream: ledgerStream(forged), created, of };
  }
  function posted(of: Record<string, unknown>, id: string = randomUUID()): Row {
    const example = TransactionPosted.example as TransactionPosted;
    const entries = [
      { account_id: cash, debit: '999999' },
      { account_id: owed, credit: '999999' },
    ];
    const payload = { ...example.payload, ...of, entries };
    return { type: 'TransactionPosted', data: { ...example, ...of, transaction_id: id, payload } };
  }
  const closed = (of: Record<string, unknown>): Row => ({
    type: 'AccountActivityChanged',
    data: { ...AccountActivityChanged.example, ...of, account_id: cash, is_active: false },
  });
  const opened = (of: Record<string, unknown>): Row => ({
    type: 'AccountOpened',
    data: { ...AccountOpened.example, ...of, account_id: cash, code: 'forged' },
  });
  const openedWithCode = (of: Record<string, unknown>): Row => ({
    type: 'AccountOpened',
    data: { ...AccountOpened.example, ...of, account_id: randomUUID(), tenant_id: service.tenantId, code: '1' },
  });
  const theirs = () => ({ ledger_id, tenant_id: service.tenantId });

  it.each([
    ['posts to its accounts', (of: Record<string, unknown>) => posted(of)],
    ['closes its account', closed],
    ['opens its account', opened],
    ['takes the code of its account', openedWithCode],
    ['takes its transaction', (of: Record<string, unknown>) => posted(of, transaction_id)],
    ['has the events that another ledger would have', () => posted(theirs())],
    ['closes its account as that ledger would', () => closed(theirs())],
  ])('that %s changes nothing of another ledger, also when it is rebuilt', async (_what, forged) => {
    const before = await everything();
    const { stream, created, of } = newLedger();
    await forge(stream, [created, forged(of)]);
    expect(await everything()).toEqual(before);
    expect(await rebuild()).toMatchObject({ done: true });
    expect(await everything()).toEqual(before);
  });

  it.each([
    ['tenant of the account', () => service.tenantId],
    ['tenant of its own', () => randomUUID()],
  ])('adds nothing to an audit trail about an account of another ledger, of the %s', async (_whose, tenantOf) => {
    const { stream, created, of } = newLedger();
    const tenant_id = tenantOf();
    await forge(stream, [
      { ...created, data: { ...created.data, tenant_id } },
      closed({ ...of, tenant_id }),
      closed({ ...of, tenant_id: service.tenantId }),
    ]);
    expect(await rebuild()).toMatchObject({ done: true, audit: { added: 0 } });
    const { rows } = await service.database.owner.query('SELECT FROM ledger.audit_events WHERE subject_id = $1', [
      cash,
    ]);
    expect(rows).toEqual([]);
  });

  it('with the id of another ledger in capitals changes nothing of it', async () => {
    const before = await everything();
    const forged = ledger_id.toUpperCase();
    const created = { type: 'LedgerCreated', data: { ...LedgerCreated.example, ...theirs(), ledger_id: forged } };
    await forge(LEDGER_STREAM_PREFIX + forged, [created, closed({ ...theirs(), ledger_id: forged })]);
    expect(await everything()).toEqual(before);
    expect(await rebuild()).toMatchObject({ done: true });
    expect(await everything()).toEqual(before);
  });

  it('keeps the other ledger from nothing', async () => {
    const entries = [
      { account_id: cash, debit: '7' },
      { account_id: owed, credit: '7' },
    ];
    await expect(service.post({ ledger_id, currency: 'USD', entries })).resolves.toMatchObject({ replayed: false });
  });
});
