import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { AccountActivityChanged, AccountOpened, LedgerCreated, TransactionPosted } from '@probity/contracts/ledger/events';
import { NO_STREAM } from '@probity/event-store/event-store';
import { PostgresEventStore } from '@probity/event-store/postgres/postgres-event-store';
import { RestoredReadSide } from '@probity/event-store/restored-read-side';
import { Connection } from '@probity/event-store/eventstoredb/connection';
import { EventStoreDbEventStore } from '@probity/event-store/eventstoredb/eventstoredb-event-store';
import { StandIn } from '@probity/event-store/eventstoredb/testing/stand-in/stand-in';
import { projectionFollowers } from '@probity/event-store/projection-follower';
import { Metrics } from '@probity/platform/metrics';
import { createTestDatabase } from '../../testing/test-database';
import { PROJECTIONS } from '../../apps/ledger/projections';
jest.setTimeout(60_000);
it.each([false, true])('a forged ledger of one tenant changes accounts of another; on EventStoreDB: %s', async (onStandIn) => {
  const db = await createTestDatabase();
  const logged: string[] = [];
  const logger = pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) });
  const server = onStandIn ? await StandIn.start() : undefined;
  const connection = server && new Connection(server.connectionString);
  const own = await db.as('probity_ledger');
  const at = (d: any) => (connection ? new EventStoreDbEventStore(connection, d) : new PostgresEventStore(d));
  const parts = { store: at(own), database: own, logger, metrics: new Metrics() };
  const restart = async () => {
    if (!connection) { const r = new RestoredReadSide('ledger', PROJECTIONS, parts); await r.catchUp(); await r.stop(); return; }
    const fs = projectionFollowers('ledger', PROJECTIONS, parts); for (const f of fs) await f.catchUp(); await Promise.all(fs.map((f) => f.stop()));
  };
  const append = (stream: string, from: number, events: { type: string; data: object }[]) => at(db.owner).append(stream, from, events.map((e) => ({ id: randomUUID(), ...e })), async () => {});
  await restart();
  const [victim, victimTenant, account, other] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  await append(`ledger-${victim}`, NO_STREAM, [
    { type: 'LedgerCreated', data: { ...LedgerCreated.example, ledger_id: victim, tenant_id: victimTenant } },
    { type: 'AccountOpened', data: { ...AccountOpened.example, ledger_id: victim, tenant_id: victimTenant, account_id: account, code: '1000' } },
    { type: 'AccountOpened', data: { ...AccountOpened.example, ledger_id: victim, tenant_id: victimTenant, account_id: other, code: '2000' } },
  ]);
  await restart();
  const row = async () => (await db.owner.query('SELECT tenant_id, is_active, debit_total, credit_total, entry_count, revision FROM ledger.accounts WHERE id = $1', [account])).rows[0];
  const before = await row();
  const [forged, forger] = [randomUUID(), randomUUID()];
  const posted = TransactionPosted.example as any;
  await append(`ledger-${forged}`, NO_STREAM, [
    { type: 'LedgerCreated', data: { ...LedgerCreated.example, ledger_id: forged, tenant_id: forger } },
    { type: 'TransactionPosted', data: { ...posted, ledger_id: forged, tenant_id: forger, transaction_id: randomUUID(), payload: { ...posted.payload, ledger_id: forged, entries: [{ account_id: account, debit: '999999' }, { account_id: other, credit: '999999' }] } } },
    { type: 'AccountActivityChanged', data: { ...(AccountActivityChanged.example as any), ledger_id: forged, tenant_id: forger, account_id: account, is_active: false } },
  ]);
  await restart();
  process.stderr.write(JSON.stringify({ onStandIn, before, after: await row(), logged: logged.map((l) => l.slice(0, 400)) }, null, 1) + '\n');
  await connection?.close(); await server?.stop(); await db.drop();
});
