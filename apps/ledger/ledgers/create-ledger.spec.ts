import { randomUUID } from 'node:crypto';
import { lastValueFrom, toArray } from 'rxjs';
import { createLedger, verifyLedger } from '@probity/contracts/ledger/commands';
import { ledgerStream } from '@probity/contracts/ledger/events';
import { Faults, FaultyEventStore } from '@probity/event-store/testing/faulty-event-store';
import { withCallerAddress } from '@probity/platform/caller-address';
import { type LedgerFixture, startLedgerFixture } from '../../../testing/ledger-fixture';

const faults = new Faults();
let service: LedgerFixture;
beforeAll(async () => {
  service = await startLedgerFixture({
    wrap: (events) => new FaultyEventStore(events, undefined as never, faults),
  });
});
afterAll(() => service.stop());
beforeEach(() => faults.clear());

const request = () => ({ tenant_id: service.tenantId, ledger_id: randomUUID(), name: 'Main', currency: 'USD' });

it('creates one ledger when the same command is delivered twice at the same time', async () => {
  const creation = request();
  const [one, two] = await Promise.all([
    service.commands.send(createLedger, creation),
    service.commands.send(createLedger, creation),
  ]);
  expect(two).toEqual(one);
  expect(await service.queries.ledger(service.tenantId, creation.ledger_id)).toEqual(one);
});

it('rejects a creation when another writer keeps being faster; a later retry succeeds', async () => {
  const creation = request();
  faults.overtake = () => true;
  await expect(service.commands.send(createLedger, creation)).rejects.toMatchObject({
    httpStatus: 503,
    code: 'contention',
  });
  faults.clear();
  expect(await service.commands.send(createLedger, creation)).toMatchObject({ id: creation.ledger_id });
});

it('uses the key of a creation that was interrupted before the ledger had its first event', async () => {
  const creation = request();
  faults.dieBefore = (stream) => stream === ledgerStream(creation.ledger_id);
  await expect(service.commands.send(createLedger, creation)).rejects.toBeDefined();
  faults.clear();
  await service.commands.send(createLedger, creation);
  const { rows } = await service.database.owner.query(
    `SELECT (SELECT count(*)::int FROM event_store.events WHERE stream = 'signing-key-' || l.id) AS events,
       l.signing_key_id = k.id AS same
     FROM ledger.ledgers l JOIN ledger.signing_keys k ON k.ledger_id = l.id WHERE l.id = $1`,
    [creation.ledger_id],
  );
  expect(rows).toEqual([{ events: 1, same: true }]);
});

it('stores no address of a client in the events of a ledger, which their chain would keep for ever', async () => {
  const creation = request();
  await withCallerAddress('203.0.113.7', () => service.commands.send(createLedger, creation));
  const { rows } = await service.database.owner.query<{ metadata: string | null }>(
    'SELECT metadata FROM event_store.events WHERE stream = $1',
    [ledgerStream(creation.ledger_id)],
  );
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows)).not.toContain('203.0.113.7');
  const { tenant_id, ledger_id } = creation;
  const replies = service.commands.progress(verifyLedger, { tenant_id, ledger_id });
  expect((await lastValueFrom(replies.pipe(toArray()))).at(-1)).toMatchObject({ verified: true, broken: null });
});
