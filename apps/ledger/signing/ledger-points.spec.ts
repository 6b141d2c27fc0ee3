import { lastValueFrom } from 'rxjs';
import type { CommitChained } from '@probity/contracts/ledger/events';
import { rebuildLedgerProjections } from '@probity/contracts/projections/commands';
import { type LedgerFixture, startLedgerFixture } from '../../../testing/ledger-fixture';
import { Books } from '../testing/books';
import { keysAfter } from './signing-key-events';

let service: LedgerFixture;
let books: Books;
beforeAll(async () => {
  service = await startLedgerFixture();
  books = new Books(service);
});
afterAll(() => service.stop());

const anchorsOf = async (ledgerId: string) =>
  (await books.stored(`signing-key-${ledgerId}`)).filter(({ type }) => type === 'SigningKeyAnchored');

/** Deletes the events of a ledger from a revision on, and all that the read side has of them. */
async function cutOff(ledger_id: string, from: number): Promise<void> {
  await books.change('DELETE FROM event_store.events WHERE stream = $1 AND revision >= $2', [
    `ledger-${ledger_id}`,
    from,
  ]);
  await lastValueFrom(service.commands.progress(rebuildLedgerProjections, {}));
}

/** A ledger with a transaction before and after its key was replaced, and the revision of the first commit of the new key. */
async function replaced(): Promise<{ ledger_id: string; anchor: number }> {
  const { ledger_id, post } = await books.create();
  await post();
  const { signing_key_id } = await books.replaceKey(ledger_id);
  await post();
  const first = (await books.stored(`ledger-${ledger_id}`)).find(
    ({ type, data }) => type === 'CommitChained' && (data as CommitChained).signing_key_id === signing_key_id,
  )!;
  return { ledger_id, anchor: first.revision };
}

describe('an insider with the database and a key that was replaced', () => {
  const takesNothing = async (ledger_id: string) =>
    expect(books.replaceKey(ledger_id, undefined, await service.anotherInstance())).rejects.toMatchObject({
      code: 'ledger_inconsistent',
    });

  it('cuts the ledger off where the new key took over: it does not verify, and takes no writes', async () => {
    const { ledger_id, anchor } = await replaced();
    await cutOff(ledger_id, anchor);
    const detail = `the ledger ends at revision ${anchor - 1}, but had revision ${anchor} when its key was replaced`;
    expect(await books.verified(ledger_id)).toMatchObject({
      verified: false,
      broken: { check: 'missing_event', detail },
    });
    await takesNothing(ledger_id);
  });

  it('goes on with the old key from there: it does not verify, and takes no writes', async () => {
    const { ledger_id, anchor } = await replaced();
    await cutOff(ledger_id, anchor);
    const [old] = await books.keysOf(ledger_id);
    for (let n = 0; n < 3; n++) await books.commitWith(old!, ledger_id);
    expect(await books.verified(ledger_id)).toMatchObject({
      verified: false,
      broken: { check: 'event_chain', detail: expect.stringContaining(`up to revision ${anchor} differ`) },
    });
    await takesNothing(ledger_id);
  });

  it('writes anew what the old key signed before: it does not verify, also if the new key signed nothing yet', async () => {
    const { ledger_id, anchor } = await replaced();
    await cutOff(ledger_id, anchor - 2);
    await books.change('DELETE FROM event_store.events WHERE stream = $1 AND type = $2', [
      `signing-key-${ledger_id}`,
      'SigningKeyAnchored',
    ]);
    const [old] = await books.keysOf(ledger_id);
    for (let n = 0; n < 4; n++) await books.commitWith(old!, ledger_id);
    expect(await books.verified(ledger_id)).toMatchObject({
      verified: false,
      broken: { check: 'event_chain', detail: expect.stringContaining(`up to revision ${anchor - 1} differ`) },
    });
    await takesNothing(ledger_id);
  });
});

describe('the first commit of a new key', () => {
  it('is recorded once, with the key', async () => {
    const { ledger_id, anchor } = await replaced();
    const once = [{ data: { ledger_id, revision: anchor } }];
    expect(await anchorsOf(ledger_id)).toMatchObject(once);
    await books.replaceKey(ledger_id, (await books.keysOf(ledger_id)).at(-1)!.signing_key_id);
    expect(await anchorsOf(ledger_id)).toMatchObject(once);
  });

  it('is recorded by the next writer if the process ended before', async () => {
    const { ledger_id, anchor } = await replaced();
    const stream = `signing-key-${ledger_id}`;
    await books.change("DELETE FROM event_store.events WHERE stream = $1 AND type = 'SigningKeyAnchored'", [stream]);
    expect(await books.verified(ledger_id)).toMatchObject({ verified: true, checked: 2 });
    await books.replaceKey(ledger_id, undefined, await service.anotherInstance());
    expect(await anchorsOf(ledger_id)).toMatchObject([{ data: { revision: anchor } }, {}]);
    expect(await books.verified(ledger_id)).toMatchObject({ verified: true, checked: 2 });
  });
});

it('a key that an older version replaced has no points to compare', () => {
  const of = { ledger_id: 'a', algorithm: 'HMAC-SHA-256' as const, sealed: '' };
  const first = { ...of, signing_key_id: 'b', created_at: '2026-01-01T00:00:00.000Z' };
  const by = { officer: 'Ada', reason: 'rotation', replaced_at: '2026-02-01T00:00:00.000Z' };
  const second = { ...of, ...by, tenant_id: 't', signing_key_id: 'c', replaces: 'b', position: 2, after_revision: 7 };
  const before = keysAfter(undefined, { type: 'SigningKeyCreated', data: first });
  const { keys } = keysAfter(before, { type: 'SigningKeyReplaced', data: second });
  expect(keys.map(({ points, isAnchored }) => ({ points, isAnchored }))).toEqual([
    { points: [], isAnchored: false },
    { points: [], isAnchored: false },
  ]);
});
