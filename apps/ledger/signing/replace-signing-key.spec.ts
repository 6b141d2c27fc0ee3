import { randomUUID } from 'node:crypto';
import { lastValueFrom } from 'rxjs';
import { replaceSigningKey, verifyTransaction } from '@probity/contracts/ledger/commands';
import { rebuildLedgerProjections } from '@probity/contracts/projections/commands';
import type { TransactionPosted } from '@probity/contracts/ledger/events';
import { AppendRejected, type EventStore } from '@probity/event-store/event-store';
import { type LedgerFixture, startLedgerFixture } from '../../../testing/ledger-fixture';
import { Books } from '../testing/books';
import { sign } from './signature';

let service: LedgerFixture;
let books: Books;
/** Makes appends to streams fail that begin with it, as if the process had ended before. */
let failing: string | undefined;

const orFailing = (events: EventStore): EventStore =>
  new Proxy(events, {
    get: (store, name) => {
      const value: unknown = Reflect.get(store, name, store);
      if (typeof value !== 'function') return value;
      if (name !== 'append') return value.bind(store) as unknown;
      return (stream: string, ...rest: unknown[]) => {
        if (failing === undefined || !stream.startsWith(failing)) return value.call(store, stream, ...rest) as unknown;
        return Promise.reject(new AppendRejected(stream, new Error('a test')));
      };
    },
  });

beforeAll(async () => {
  service = await startLedgerFixture({ wrap: orFailing });
  books = new Books(service);
});
afterAll(() => service.stop());

const replace = (...of: Parameters<Books['replaceKey']>) => books.replaceKey(...of);
const verified = (...of: Parameters<Books['verified']>) => books.verified(...of);
const holds = async (ledger_id: string, transaction_id: string) =>
  (await service.commands.send(verifyTransaction, { tenant_id: service.tenantId, ledger_id, transaction_id })).verified;

const stored = (stream: string) => books.stored(stream);

/** The keys that signed the commits and transactions of a ledger, in order and without repetitions. */
async function signers(ledgerId: string): Promise<string[]> {
  const ids = (await stored(`ledger-${ledgerId}`))
    .filter(({ type }) => type === 'CommitChained' || type === 'TransactionPosted')
    .map(({ data }) => (data as { signing_key_id: string }).signing_key_id);
  return ids.filter((id, index) => id !== ids[index - 1]);
}

/** The keys in the events, in the order in which they sign. */
const keys = async (ledgerId: string): Promise<string[]> =>
  (await stored(`signing-key-${ledgerId}`))
    .filter(({ type }) => type !== 'SigningKeyAnchored')
    .map(({ data }) => (data as { signing_key_id: string }).signing_key_id);
const created = async (ledgerId: string): Promise<string> => (await keys(ledgerId))[0]!;

const change = (...of: Parameters<Books['change']>) => books.change(...of);

describe('the signing key of a ledger', () => {
  it('is replaced; what the key before it signed still verifies', async () => {
    const { ledger_id, post } = await books.create();
    const before = await post();
    const [first, second] = [await created(ledger_id), randomUUID()];
    expect(await replace(ledger_id, second)).toMatchObject({ ledger_id, signing_key_id: second, replaces: first });
    const after = await post();
    expect(await signers(ledger_id)).toEqual([first, second]);
    expect(await holds(ledger_id, before)).toBe(true);
    expect(await holds(ledger_id, after)).toBe(true);
    expect(await verified(ledger_id)).toMatchObject({ verified: true, checked: 2 });

    await replace(ledger_id);
    await post();
    expect(await signers(ledger_id)).toHaveLength(3);
    expect(await verified(ledger_id, await service.anotherInstance())).toMatchObject({ verified: true, checked: 3 });
  });

  it('is replaced in the audit trail, with the officer and the reason', async () => {
    const { ledger_id } = await books.create();
    const { signing_key_id, replaces } = await replace(ledger_id);
    const { rows } = await service.database.owner.query(
      'SELECT action, actor, actor_name, reason, data FROM ledger.audit_events WHERE subject_id = $1',
      [ledger_id],
    );
    expect(rows).toEqual([
      {
        action: 'ledger.signing_key_replaced',
        actor: 'staff:ada',
        actor_name: 'Ada',
        reason: 'yearly rotation',
        data: { signing_key_id, replaces },
      },
    ]);
  });

  it('is replaced once, when the command is repeated or delivered several times at once', async () => {
    const { ledger_id, post } = await books.create();
    const id = randomUUID();
    const other = await service.anotherInstance();
    const replies = await Promise.all([replace(ledger_id, id), replace(ledger_id, id), replace(ledger_id, id, other)]);
    expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1);
    expect(await replace(ledger_id, id)).toEqual(replies[0]);
    await post();
    expect(await keys(ledger_id)).toHaveLength(2);
    expect(await signers(ledger_id)).toEqual([replies[0].replaces, id]);
  });

  it('is that of every instance: one that knew the key before goes over to the new one', async () => {
    const { ledger_id, post } = await books.create();
    const other = await service.anotherInstance();
    await post(other);
    const { signing_key_id, replaces } = await replace(ledger_id);
    await post(other);
    expect(await signers(ledger_id)).toEqual([replaces, signing_key_id]);
    await Promise.all([
      ...Array.from({ length: 10 }, (_, n) => post(n % 2 === 0 ? other : service.commands)),
      replace(ledger_id),
      replace(ledger_id, randomUUID(), other),
    ]);
    await post();
    const [signed, all] = [await signers(ledger_id), await keys(ledger_id)];
    // A key that is replaced before its first commit signs nothing.
    expect(signed).toEqual(all.filter((id) => signed.includes(id)));
    expect(signed.at(-1)).toBe(all.at(-1));
    expect(await verified(ledger_id)).toMatchObject({ verified: true, checked: 13 });
  });

  it.each(['signing-key-', 'ledger-'])('is replaced after a crash in the append to %s', async (stream) => {
    const { ledger_id, post } = await books.create();
    const id = randomUUID();
    failing = stream;
    await expect(replace(ledger_id, id)).rejects.toThrow();
    failing = undefined;
    if (stream === 'ledger-') {
      await post(await service.anotherInstance()); // goes on without the command
      expect(await signers(ledger_id)).toEqual([await created(ledger_id), id]);
    }
    expect(await replace(ledger_id, id)).toMatchObject({ signing_key_id: id });
    await post();
    expect(await signers(ledger_id)).toEqual([await created(ledger_id), id]);
    expect(await verified(ledger_id)).toMatchObject({ verified: true });
  });

  it('is replaced 10 times in 24 hours, and then rejected without a change', async () => {
    const { ledger_id, post } = await books.create();
    for (let n = 0; n < 10; n++) await replace(ledger_id);
    const message = /was replaced 10 times in 24 hours. No changes were made; it can be replaced again at \d/;
    await expect(replace(ledger_id)).rejects.toMatchObject({
      code: 'rate_limited',
      message: expect.stringMatching(message),
      retryAfterS: expect.any(Number),
    });
    expect(await keys(ledger_id)).toHaveLength(11);
    await replace(ledger_id, (await keys(ledger_id)).at(-1));
    await post();
    expect(await verified(ledger_id)).toMatchObject({ verified: true, checked: 1 });
  });

  it('is not that of another tenant to replace', async () => {
    const { ledger_id } = await books.create();
    const foreign = {
      tenant_id: randomUUID(),
      ledger_id,
      signing_key_id: randomUUID(),
      officer: 'Eve',
      reason: 'a try',
    };
    await expect(service.commands.send(replaceSigningKey, foreign)).rejects.toMatchObject({ code: 'not_found' });
    expect(await keys(ledger_id)).toHaveLength(1);
  });

  it('is restored with the keys before it by a rebuild', async () => {
    const { ledger_id, post } = await books.create();
    await post();
    await replace(ledger_id);
    await post();
    const text = 'SELECT * FROM ledger.signing_keys WHERE ledger_id = $1 ORDER BY position';
    const rows = async () => (await service.database.owner.query(text, [ledger_id])).rows;
    const before = await rows();
    expect(before).toHaveLength(2);
    await change('DELETE FROM ledger.signing_keys WHERE ledger_id = $1', [ledger_id]);
    expect(await verified(ledger_id)).toMatchObject({ verified: false });
    expect(await lastValueFrom(service.commands.progress(rebuildLedgerProjections, {}))).toMatchObject({ done: true });
    expect(await rows()).toEqual(before);
    await post();
    expect(await verified(ledger_id)).toMatchObject({ verified: true, checked: 3 });
  });
});

describe('an insider with the database and a key that was replaced', () => {
  it.each([
    ['deletes the row of the new key', 'DELETE FROM ledger.signing_keys WHERE ledger_id = $1 AND position = 2'],
    [
      'swaps the rows of the keys',
      `UPDATE ledger.signing_keys k SET sealed = o.sealed FROM ledger.signing_keys o
       WHERE k.ledger_id = $1 AND o.ledger_id = $1 AND k.id <> o.id`,
    ],
    ['makes the old key the newer one', 'UPDATE ledger.signing_keys SET position = position + 5 WHERE ledger_id = $1'],
  ])('%s: the ledger takes no postings', async (_what, text) => {
    const { ledger_id, post } = await books.create();
    await replace(ledger_id);
    await post();
    await change(text, [ledger_id]);
    await expect(post(await service.anotherInstance())).rejects.toMatchObject({ code: 'ledger_inconsistent' });
  });

  it('goes on with the old key: the ledger takes no postings, and does not verify', async () => {
    const { ledger_id, post } = await books.create();
    await replace(ledger_id);
    await post();
    await books.commitWith((await books.keysOf(ledger_id))[0]!, ledger_id);
    const instance = await service.anotherInstance();
    await expect(post(instance)).rejects.toMatchObject({ code: 'ledger_inconsistent' });
    expect(await verified(ledger_id)).toMatchObject({ verified: false, broken: { check: 'signature_ok' } });
  });

  it('signs a transaction with the old key: it does not verify, alone or with its ledger', async () => {
    const { ledger_id, post } = await books.create();
    const before = await post();
    await replace(ledger_id);
    const transaction = await post();
    const [old] = await books.keysOf(ledger_id);
    const event = (await stored(`ledger-${ledger_id}`)).find(({ id }) => id === transaction)!;
    const posted = event.data as TransactionPosted;
    const { signing_key_id, signing_key } = old!;
    const forged = { ...posted, signing_key_id, signature: sign(posted.transaction_hash, signing_key) };
    await change('UPDATE event_store.events SET data = $2 WHERE id = $1', [transaction, JSON.stringify(forged)]);
    expect(await holds(ledger_id, before)).toBe(true);
    expect(await holds(ledger_id, transaction)).toBe(false);
    expect(await verified(ledger_id)).toMatchObject({ verified: false, broken: { check: 'signature_ok' } });
  });
});
