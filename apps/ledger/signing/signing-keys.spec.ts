import { randomUUID } from 'node:crypto';
import { lastValueFrom } from 'rxjs';
import { verifyLedger } from '@probity/contracts/ledger/commands';
import { rebuildLedgerProjections } from '@probity/contracts/projections/commands';
import { AggregateStore } from '@probity/event-store/aggregate-store';
import { PostgresEventStore } from '@probity/event-store/postgres/postgres-event-store';
import type { CommandBus } from '@probity/messaging/command-bus';
import { type LedgerFixture, startLedgerFixture } from '../../../testing/ledger-fixture';
import { SIGNING_KEY } from './signing-key';

let service: LedgerFixture;
beforeAll(async () => {
  service = await startLedgerFixture();
});
afterAll(() => service.stop());

const sql = (text: string, ledgerId: string) => service.database.owner.query<{ row: string }>(text, [ledgerId]);
const row = async (ledgerId: string): Promise<string | undefined> =>
  (await sql('SELECT k::text AS row FROM ledger.signing_keys k WHERE ledger_id = $1', ledgerId)).rows[0]?.row;
const damage = (ledgerId: string) =>
  sql(
    'UPDATE ledger.signing_keys SET sealed = set_byte(sealed, 29, 1 # get_byte(sealed, 29)) WHERE ledger_id = $1',
    ledgerId,
  );

async function events(ledgerId: string): Promise<number> {
  let count = 0;
  const store = new PostgresEventStore(service.database.owner);
  for await (const chunk of store.readStream(SIGNING_KEY.stream(ledgerId))) count += chunk.length;
  return count;
}

/** A ledger with a posting. */
async function aLedger(): Promise<string> {
  const ledger_id = await service.createLedger();
  const accounts = [await service.openAccount(ledger_id, 'asset'), await service.openAccount(ledger_id, 'liability')];
  const entries = [
    { account_id: accounts[0]!, debit: '100' },
    { account_id: accounts[1]!, credit: '100' },
  ];
  await service.post({ ledger_id, currency: 'USD', entries });
  return ledger_id;
}

/** As an older version left it: the key is in a row, and in no event. */
async function asOlderVersion(ledgerId: string): Promise<void> {
  const { owner } = service.database;
  await owner.transaction(async (tx) => {
    await tx.query('SET LOCAL session_replication_role = replica');
    await tx.query('DELETE FROM event_store.events WHERE stream = $1', [SIGNING_KEY.stream(ledgerId)]);
    await tx.query('UPDATE ledger.signing_keys SET revision = NULL WHERE ledger_id = $1', [ledgerId]);
  });
}

const verified = async (ledger_id: string, commands: CommandBus = service.commands): Promise<unknown> =>
  (await lastValueFrom(commands.progress(verifyLedger, { tenant_id: service.tenantId, ledger_id }))).verified;
const rebuild = () => lastValueFrom(service.commands.progress(rebuildLedgerProjections, {}));

describe('a signing key', () => {
  it('can be projected by several processes at the same time', async () => {
    const { owner } = service.database;
    for (let n = 0; n < 100; n++) {
      const [ledger_id, id] = [randomUUID(), randomUUID()];
      const data = { ledger_id, signing_key_id: id, sealed: 'AAAA', created_at: new Date().toISOString() };
      const event = { id, type: 'SigningKeyCreated', data, stream: SIGNING_KEY.stream(ledger_id), revision: 0 };
      const project = () => owner.transaction((tx) => SIGNING_KEY.projection(tx, [event], false));
      await Promise.all([project(), project(), project(), project()]);
      await sql('DELETE FROM ledger.signing_keys WHERE ledger_id = $1', ledger_id);
    }
  });

  it('that an older version created is put into an event at the start of several instances, once', async () => {
    const ledgers = [await service.createLedger(), await aLedger()];
    const before = await Promise.all(ledgers.map(row));
    for (const ledgerId of ledgers) await asOlderVersion(ledgerId);

    const [one] = await Promise.all([service.anotherInstance(), service.anotherInstance()]);
    for (const ledgerId of ledgers) {
      expect(await events(ledgerId)).toBe(1);
      expect(await verified(ledgerId, one)).toBe(true);
    }
    expect(await Promise.all(ledgers.map(row))).toEqual(before);
  });

  it('that an instance of an older version creates during an upgrade is put into an event when it is used', async () => {
    const ledgerId = await aLedger();
    const instance = await service.anotherInstance();
    await asOlderVersion(ledgerId);
    expect(await verified(ledgerId, instance)).toBe(true);
    expect(await events(ledgerId)).toBe(1);
  });

  it('of an older version that was changed is put into no event, and does not keep the service from its start', async () => {
    const ledgerId = await aLedger();
    await asOlderVersion(ledgerId);
    await damage(ledgerId);
    expect(await verified(ledgerId, await service.anotherInstance())).toBe(false);
    expect(await events(ledgerId)).toBe(0);
    await damage(ledgerId);
    await service.anotherInstance();
    expect(await events(ledgerId)).toBe(1);
  });

  it('whose event was changed does not verify, and does not keep the service from its start', async () => {
    const ledgerId = await aLedger();
    await service.database.owner.transaction(async (tx) => {
      await tx.query('SET LOCAL session_replication_role = replica');
      await tx.query(
        `UPDATE event_store.events SET id = gen_random_uuid(), data = jsonb_set(jsonb_set(data::jsonb,
           '{signing_key_id}', to_jsonb(gen_random_uuid())), '{sealed}', '"AAAA"')::json WHERE stream = $1`,
        [SIGNING_KEY.stream(ledgerId)],
      );
      await tx.query('UPDATE ledger.signing_keys SET revision = NULL WHERE ledger_id = $1', [ledgerId]);
    });
    expect(await verified(ledgerId, await service.anotherInstance())).toBe(false);
    expect(await rebuild()).toMatchObject({ done: true, failed: 1 });
    await asOlderVersion(ledgerId);
  });

  it('of which a newer version wrote an unknown event is not read, because that event may say which key signs', async () => {
    const ledgerId = await service.createLedger();
    const { owner } = service.database;
    const [events, stream] = [new PostgresEventStore(owner), SIGNING_KEY.stream(ledgerId)];
    const unknown = { id: randomUUID(), type: 'SigningKeyRevoked', data: { ledger_id: ledgerId } };
    await events.append(stream, 0, [unknown], async () => {});
    const message = `event 1 of ${stream} has the type SigningKeyRevoked, which this version does not know`;
    await expect(new AggregateStore(events, owner).load(SIGNING_KEY, ledgerId)).rejects.toThrow(message);
    await asOlderVersion(ledgerId);
  });

  it('is restored by a rebuild', async () => {
    const ledgerId = await aLedger();
    const before = await row(ledgerId);
    await sql('DELETE FROM ledger.signing_keys WHERE ledger_id = $1', ledgerId);
    expect(await verified(ledgerId)).toBe(false);
    expect(await rebuild()).toMatchObject({ done: true });
    expect(await row(ledgerId)).toBe(before);
    expect(await verified(ledgerId)).toBe(true);
  });

  it('that was changed in Postgres is not used; a rebuild names it', async () => {
    const ledgerId = await aLedger();
    await damage(ledgerId);
    expect(await verified(ledgerId)).toBe(false);
    await expect(rebuild()).rejects.toMatchObject({ code: 'signing_key_changed' });
    await sql('DELETE FROM ledger.signing_keys WHERE ledger_id = $1', ledgerId);
    expect(await rebuild()).toMatchObject({ done: true });
    expect(await verified(ledgerId)).toBe(true);
  });
});
