import type { TransactionPosted } from '@probity/contracts/ledger/events';
import { newId } from '@probity/platform/ids';
import { projectLedgerEvents, type RecordedLedgerEvent } from '@probity/read-side/ledger/ledger-projection';
import { changedValue, type Path, placesIn, withChanged, withoutPlace } from './changed-json';
import { type Detection, expectClean, expectDetected } from './detection';
import { madeUpKey, realKey, resigned, rewriteChain } from './forging';
import { REVISIONS, TARGET } from './sample-ledger';
import { type Change, Scene, type Stored } from './scene';

const { target, tail } = REVISIONS;
const LAST = 6;

const payload = (data: TransactionPosted, changes: object): TransactionPosted => ({
  ...data,
  payload: { ...data.payload, ...changes },
});

/** A seventh posting that nobody made: the sixth again, linked behind it and signed with the key. */
async function forgedPosting({ events }: Stored, key = madeUpKey()): Promise<TransactionPosted> {
  const last = (await events.dataAt(tail)) as TransactionPosted;
  const fresh = {
    ...payload(last, { idempotency_key: 'forged' }),
    transaction_id: newId(),
    hash_chain_position: LAST + 1,
  };
  return resigned(fresh, key, last.transaction_hash);
}

async function appendWithProjection({ sql, events, ledger }: Stored, data: TransactionPosted): Promise<void> {
  const event = { revision: tail + 1, id: data.transaction_id, type: 'TransactionPosted' as const };
  await events.append({ ...event, data: JSON.stringify(data) });
  await projectLedgerEvents(sql, [{ ...event, stream: `ledger-${ledger.id}`, data } satisfies RecordedLedgerEvent]);
}

describe('tampering with the stored events', () => {
  let scene: Scene;

  beforeAll(async () => {
    scene = await Scene.set();
  });
  beforeEach(() => scene.restore());
  afterAll(() => scene.stop());

  it('begins with a ledger that verifies', () => expectClean(scene));

  describe('every field of a posting', () => {
    /** Each place in the event's data, and the check or the field by which a change of it shows. */
    const PLACES: Record<string, string> = {
      version: 'transaction_hash_ok',
      tenant_id: 'event.tenant_id',
      ledger_id: 'transaction_hash_ok',
      transaction_id: 'transaction_hash_ok',
      hash_chain_position: 'transaction_hash_ok',
      posted_at: 'transaction_hash_ok',
      previous_hash: 'transaction_hash_ok',
      content_hash: 'content_hash_ok',
      transaction_hash: 'transaction_hash_ok',
      signing_key_id: 'signature_ok',
      signature: 'signature_ok',
      payload: 'content_hash_ok',
      'payload.ledger_id': 'content_hash_ok',
      'payload.currency': 'content_hash_ok',
      'payload.description': 'content_hash_ok',
      'payload.reference': 'content_hash_ok',
      'payload.idempotency_key': 'content_hash_ok',
      'payload.narration': 'content_hash_ok',
      'payload.metadata': 'content_hash_ok',
      'payload.metadata.card': 'content_hash_ok',
      'payload.metadata.card.scheme': 'content_hash_ok',
      'payload.metadata.card.last4': 'content_hash_ok',
      'payload.metadata.items': 'content_hash_ok',
      'payload.metadata.items.0': 'content_hash_ok',
      'payload.metadata.items.1': 'content_hash_ok',
      'payload.metadata.items.2': 'content_hash_ok',
      'payload.metadata.items.3': 'content_hash_ok',
      'payload.metadata.note': 'content_hash_ok',
      'payload.entries': 'content_hash_ok',
      'payload.entries.0': 'content_hash_ok',
      'payload.entries.0.account_id': 'content_hash_ok',
      'payload.entries.0.debit': 'content_hash_ok',
      'payload.entries.0.description': 'content_hash_ok',
      'payload.entries.1': 'content_hash_ok',
      'payload.entries.1.account_id': 'content_hash_ok',
      'payload.entries.1.credit': 'content_hash_ok',
      'payload.entries.2': 'content_hash_ok',
      'payload.entries.2.account_id': 'content_hash_ok',
      'payload.entries.2.credit': 'content_hash_ok',
      'payload.entries.2.description': 'content_hash_ok',
    };
    const pathOf = (place: string): Path => place.split('.').map((key) => (/^\d+$/.test(key) ? Number(key) : key));
    const detection = (says: string): Detection => ({
      check: says.startsWith('event.') ? /^(event|read_side)$/ : says,
      position: TARGET,
      postings: { [TARGET]: says },
    });

    it('is in the list of what is changed below', async () => {
      await scene.tamper(async ({ events }) => {
        const stored = placesIn(await events.dataAt(target)).map((path) => path.join('.'));
        expect(stored.sort()).toEqual(Object.keys(PLACES).sort());
      });
    });

    it.each(Object.entries(PLACES))('%s: a changed value shows in %s', async (place, says) => {
      await scene.tamper(async ({ events }) => {
        await events.setData(target, withChanged(await events.dataAt(target), pathOf(place), changedValue));
      });
      await expectDetected(scene, detection(says));
    });

    it.each(Object.entries(PLACES))('%s: its absence shows in %s', async (place, says) => {
      await scene.tamper(async ({ events }) => {
        await events.setData(target, withoutPlace(await events.dataAt(target), pathOf(place)));
      });
      await expectDetected(scene, detection(says));
    });

    const OTHER_CHANGES: [string, (data: TransactionPosted) => unknown, string][] = [
      ['a field added to the event', (data) => ({ ...data, approved: true }), 'event.approved'],
      ['a field added to the payload', (data) => payload(data, { approved: true }), 'content_hash_ok'],
      [
        'a field added to the metadata',
        (data) => payload(data, { metadata: { ...data.payload.metadata, approved: true } }),
        'content_hash_ok',
      ],
      [
        'a field added to an entry',
        (data) => payload(data, { entries: data.payload.entries.map((entry) => ({ ...entry, note: 'x' })) }),
        'content_hash_ok',
      ],
      [
        'entries in another order',
        (data) => payload(data, { entries: data.payload.entries.toReversed() }),
        'content_hash_ok',
      ],
      [
        'an entry twice',
        (data) => payload(data, { entries: [...data.payload.entries, data.payload.entries[0]] }),
        'content_hash_ok',
      ],
      [
        'all amounts doubled, so that it still balances',
        (data) =>
          payload(data, {
            entries: data.payload.entries.map(({ debit, credit, ...entry }) => ({
              ...entry,
              ...(debit ? { debit: String(2n * BigInt(debit)) } : { credit: String(2n * BigInt(credit!)) }),
            })),
          }),
        'content_hash_ok',
      ],
      ['an entry that is nothing', (data) => payload(data, { entries: [null, null] }), 'content_hash_ok'],
      ['entries that are a text', (data) => payload(data, { entries: 'none' }), 'content_hash_ok'],
      ['a payload that is nothing', (data) => ({ ...data, payload: null }), 'content_hash_ok'],
      [
        'an amount as a number',
        (data) => withChanged(data as never, ['payload', 'entries', 0, 'debit'], Number),
        'content_hash_ok',
      ],
      [
        'the position as a string',
        (data) => ({ ...data, hash_chain_position: String(data.hash_chain_position) }),
        'transaction_hash_ok',
      ],
      [
        'the content hash in capitals',
        (data) => ({ ...data, content_hash: data.content_hash.toUpperCase() }),
        'content_hash_ok',
      ],
      ['the signature in capitals', (data) => ({ ...data, signature: data.signature.toUpperCase() }), 'signature_ok'],
      ['something behind the signature', (data) => ({ ...data, signature: `${data.signature}zz` }), 'signature_ok'],
      ['half a byte behind the signature', (data) => ({ ...data, signature: `${data.signature}0` }), 'signature_ok'],
      ['an empty signature', (data) => ({ ...data, signature: '' }), 'signature_ok'],
    ];

    it.each(OTHER_CHANGES)('%s shows', async (_name, change, says) => {
      await scene.tamper(async ({ events }) => events.setData(target, change(await events.dataAt(target))));
      await expectDetected(scene, detection(says));
    });

    it('leaves other postings verified when it is changed', async () => {
      await scene.tamper(async ({ events }) =>
        events.setData(target, payload(await events.dataAt(target), { narration: 'x' })),
      );
      for (const position of [1, 2, 4, 5, 6]) {
        expect((await scene.verify(position)).body.data).toMatchObject({ verified: true });
      }
    });
  });

  describe('every column of an event', () => {
    const unreadable: Detection = { check: 'event', position: TARGET, postings: { [TARGET]: 'event' } };
    const missing: Detection = { check: 'missing_event', position: TARGET, postings: { [TARGET]: 'event' } };
    const CASES: [string, Change, Detection][] = [
      [
        'id: another one',
        ({ events }) => events.set(target, 'id', newId()),
        { check: 'read_side', position: TARGET, postings: { [TARGET]: 'event.id' } },
      ],
      [
        'stream: that of another ledger',
        ({ events, ledger }) => events.set(target, 'stream', `ledger-${ledger.other.id}`),
        missing,
      ],
      ['revision: behind the end', ({ events }) => events.set(target, 'revision', 1_000), missing],
      ['type: one that does not exist', ({ events }) => events.set(target, 'type', 'TransactionUndone'), unreadable],
      ['type: an opened account', ({ events }) => events.set(target, 'type', 'AccountOpened'), unreadable],
      [
        'type: a created ledger',
        ({ events }) => events.set(target, 'type', 'LedgerCreated'),
        { ...unreadable, check: /^(event|read_side)$/ },
      ],
      [
        'type: a changed account',
        ({ events }) => events.set(target, 'type', 'AccountActivityChanged'),
        { ...unreadable, check: /^(event|chain_ok)$/ },
      ],
      [
        'type: a changed account, on the last posting',
        ({ events }) => events.set(tail, 'type', 'AccountActivityChanged'),
        { check: /^(event|read_side)$/, position: LAST, postings: { [LAST]: 'event' } },
      ],
      ['data: empty', ({ events }) => events.set(target, 'data', ''), unreadable],
      ['data: no JSON', ({ events }) => events.set(target, 'data', '{"version":1,'), unreadable],
      ['data: null', ({ events }) => events.setData(target, null), unreadable],
      ['data: a text', ({ events }) => events.setData(target, 'text'), unreadable],
      [
        'data: an empty object',
        ({ events }) => events.setData(target, {}),
        { check: 'content_hash_ok', position: TARGET, postings: { [TARGET]: 'content_hash_ok' } },
      ],
      [
        'data: an empty array',
        ({ events }) => events.setData(target, []),
        { check: 'content_hash_ok', position: TARGET, postings: { [TARGET]: 'content_hash_ok' } },
      ],
      [
        'data: a key twice, of which parsers take one or the other',
        async ({ events }) => {
          const { data } = await events.at(target);
          await events.set(target, 'data', data.replace('"narration":', '"narration":"Not this","narration":'));
        },
        unreadable,
      ],
    ];

    it.each(CASES)('%s', async (_name, change, detection) => {
      await scene.tamper(change);
      await expectDetected(scene, detection);
    });
  });

  describe('the order and the number of events', () => {
    const CASES: [string, Change, Detection][] = [
      [
        'a posting deleted from the middle',
        ({ events }) => events.deleteFrom(target),
        { check: 'missing_event', position: TARGET, postings: { [TARGET]: 'event', 4: 'chain_ok' } },
      ],
      [
        'a posting deleted, and those behind it moved up',
        async ({ events }) => {
          await events.deleteFrom(target);
          await events.closeGapAt(target);
        },
        { check: 'chain_ok', position: TARGET, postings: { [TARGET]: 'event' } },
      ],
      [
        'the first posting deleted',
        ({ events }) => events.deleteFrom(4),
        { check: 'missing_event', position: 1, postings: { 1: 'event', 2: 'chain_ok' } },
      ],
      [
        'the creation of the ledger deleted',
        ({ events }) => events.deleteFrom(REVISIONS.created),
        { check: 'missing_event', position: 1 },
      ],
      [
        'the opening of an account deleted',
        ({ events }) => events.deleteFrom(REVISIONS.opened),
        { check: 'missing_event', position: 1 },
      ],
      ['every event deleted', ({ events }) => events.deleteFrom(0, tail), { check: 'missing_event', position: 1 }],
      [
        'the data of two postings exchanged',
        async ({ events }) => {
          const [one, two] = [await events.at(target), await events.at(tail)];
          await events.set(target, 'data', two.data);
          await events.set(tail, 'data', one.data);
        },
        { check: 'chain_ok', position: TARGET, postings: { [TARGET]: 'chain_ok', [LAST]: 'chain_ok' } },
      ],
      [
        'the data and ids of two neighbours exchanged',
        async ({ events }) => {
          const [one, two] = [await events.at(4), await events.at(5)];
          await events.set(4, 'id', two.id);
          await events.set(4, 'data', two.data);
          await events.set(5, 'id', one.id);
          await events.set(5, 'data', one.data);
        },
        { check: 'chain_ok', position: 1, postings: { 1: 'transaction.id', 2: 'transaction.id' } },
      ],
      [
        'the ids of two postings exchanged',
        async ({ events }) => {
          const [one, two] = [await events.at(target), await events.at(tail)];
          await events.set(target, 'id', two.id);
          await events.set(tail, 'id', one.id);
        },
        { check: 'read_side', position: TARGET, postings: { [TARGET]: 'event.id', [LAST]: 'event.id' } },
      ],
      [
        'a posting copied over another one',
        async ({ events }) => events.set(tail, 'data', (await events.at(target)).data),
        { check: 'chain_ok', position: LAST, postings: { [LAST]: 'chain_ok' } },
      ],
      [
        'the last posting cut off',
        ({ events }) => events.deleteFrom(tail),
        { check: 'missing_event', position: LAST, postings: { [LAST]: 'event' } },
      ],
      [
        'the last three postings cut off',
        ({ events }) => events.deleteFrom(9, tail),
        { check: 'missing_event', position: 4, postings: { 4: 'event', 5: 'event', 6: 'event' } },
      ],
    ];

    it.each(CASES)('%s', async (_name, change, detection) => {
      await scene.tamper(change);
      await expectDetected(scene, detection);
    });

    it('a tail cut off events and read side alike shows in the head, which every walk answers', async () => {
      const before = await scene.walk();
      await scene.tamper(async ({ sql, events, ledger }) => {
        await events.deleteFrom(tail);
        await sql.query('DELETE FROM ledger.entries WHERE transaction_id = $1', [ledger.postings[5]!.transaction.id]);
        await sql.query('DELETE FROM ledger.transactions WHERE id = $1', [ledger.postings[5]!.transaction.id]);
      });
      await scene.rebuild();
      const after = await scene.walk();
      expect(after).toMatchObject({ verified: true, head: { position: LAST - 1 } });
      expect(after.head.hash).not.toBe(before.head.hash);
      expect(before.head).toEqual({ position: LAST, hash: scene.ledger.postings[5]!.transaction.transaction_hash });
    });
  });

  describe('forged postings', () => {
    const forgedBehind: Detection = { check: 'signature_ok', position: LAST + 1 };
    const CASES: [string, Change, Detection][] = [
      [
        'appended to the events alone',
        async (stored) => {
          const data = await forgedPosting(stored);
          await stored.events.append({
            revision: tail + 1,
            id: data.transaction_id,
            type: 'TransactionPosted',
            data: JSON.stringify(data),
          });
        },
        { check: 'read_side', position: LAST + 1 },
      ],
      [
        'appended without a signature',
        async (stored) => appendWithProjection(stored, { ...(await forgedPosting(stored)), signature: '' }),
        forgedBehind,
      ],
      [
        'appended and signed with a made-up key',
        async (stored) => appendWithProjection(stored, await forgedPosting(stored)),
        forgedBehind,
      ],
      [
        "appended and signed with another ledger's key",
        async (stored) => {
          const { sql, masterKey, ledger } = stored;
          const key = await realKey(sql, masterKey, ledger.other.id);
          const { rows } = await sql.query<{ id: string }>('SELECT id FROM ledger.signing_keys WHERE ledger_id = $1', [
            ledger.other.id,
          ]);
          const data = { ...(await forgedPosting(stored, key)), signing_key_id: rows[0]!.id };
          await appendWithProjection(stored, data);
        },
        forgedBehind,
      ],
      [
        'in the middle, every hash behind it made anew and signed with a made-up key',
        ({ events }) => rewriteChain(events, target, madeUpKey(), (data) => payload(data, { narration: 'forged' })),
        {
          check: 'signature_ok',
          position: TARGET,
          postings: { [TARGET]: 'signature_ok', 4: 'signature_ok', [LAST]: 'signature_ok' },
        },
      ],
    ];

    it.each(CASES)('%s', async (_name, change, detection) => {
      await scene.tamper(change);
      await expectDetected(scene, detection);
    });

    it('with every hash made anew show by the signature even after the read side is made from them', async () => {
      await scene.tamper(({ events }) =>
        rewriteChain(events, target, madeUpKey(), (data) => payload(data, { narration: 'forged' })),
      );
      await scene.rebuild();
      await expectDetected(scene, {
        check: 'signature_ok',
        position: TARGET,
        postings: { [TARGET]: 'signature_ok', [LAST]: 'signature_ok' },
      });
    });

    it('would pass with the real key, so it is the key that stops them', async () => {
      await scene.tamper(async ({ sql, events, ledger, masterKey }) => {
        const key = await realKey(sql, masterKey, ledger.id);
        await rewriteChain(events, target, key, (data) => payload(data, { narration: 'forged' }));
      });
      await scene.rebuild();
      await expectClean(scene);
    });
  });

  describe('the signing key', () => {
    const allFail: Detection = {
      check: 'signature_ok',
      position: 1,
      postings: { 1: 'signature_ok', [TARGET]: 'signature_ok', [LAST]: 'signature_ok' },
    };
    const key = (set: string) => `UPDATE ledger.signing_keys SET ${set} WHERE ledger_id = $1`;
    const CASES: [string, string][] = [
      ['its first byte, the version', key('sealed = set_byte(sealed, 0, 2)')],
      ['a byte of its IV', key('sealed = set_byte(sealed, 1, get_byte(sealed, 1) # 1)')],
      ['a byte of its tag', key('sealed = set_byte(sealed, 13, get_byte(sealed, 13) # 1)')],
      ['a byte of the key', key('sealed = set_byte(sealed, 29, get_byte(sealed, 29) # 1)')],
      ['nothing left of it', key("sealed = ''")],
      [
        "another ledger's in its place",
        key('sealed = (SELECT sealed FROM ledger.signing_keys WHERE ledger_id <> $1 LIMIT 1)'),
      ],
      ['another id', key('id = gen_random_uuid()')],
      ['another ledger', key('ledger_id = gen_random_uuid()')],
      ['deleted', 'DELETE FROM ledger.signing_keys WHERE ledger_id = $1'],
    ];

    it.each(CASES)('%s', async (_name, statement) => {
      await scene.tamper(({ sql, ledger }) => sql.query(statement, [ledger.id]));
      await expectDetected(scene, allFail);
    });
  });

  describe('the events that are no postings', () => {
    /** `changed_at` is not among them: no hash covers it and nothing is projected from it. */
    const EVENTS: { type: string; revision: number; fields: string[] }[] = [
      {
        type: 'LedgerCreated',
        revision: REVISIONS.created,
        fields: [
          'ledger_id',
          'tenant_id',
          'name',
          'currency',
          'description',
          'metadata',
          'signing_key_id',
          'created_at',
        ],
      },
      {
        type: 'AccountOpened',
        revision: REVISIONS.opened,
        fields: [
          'ledger_id',
          'tenant_id',
          'account_id',
          'code',
          'name',
          'account_type',
          'external_ref',
          'metadata',
          'opened_at',
        ],
      },
      {
        type: 'AccountActivityChanged',
        revision: REVISIONS.activity,
        fields: ['ledger_id', 'tenant_id', 'account_id', 'is_active'],
      },
    ];
    const places = EVENTS.flatMap(({ fields, ...event }) => fields.map((field) => ({ ...event, field })));

    it.each(places)('$type: a changed $field shows', async ({ type, revision, field }) => {
      await scene.tamper(async ({ events }) => {
        expect((await events.at(revision)).type).toBe(type);
        await events.setData(revision, withChanged(await events.dataAt(revision), [field], changedValue));
      });
      await expectDetected(scene, { check: /^(event|read_side)$/ });
    });

    it('AccountActivityChanged: an account that does not exist shows', async () => {
      await scene.tamper(async ({ events }) => {
        const data = await events.dataAt(REVISIONS.activity);
        await events.setData(REVISIONS.activity, { ...data, account_id: 'nobody' });
      });
      await expectDetected(scene, { check: 'event' });
    });

    it.each(EVENTS)('$type: a field added to it shows', async ({ revision }) => {
      await scene.tamper(async ({ events }) =>
        events.setData(revision, { ...(await events.dataAt(revision)), approved: true }),
      );
      await expectDetected(scene, { check: 'event' });
    });
  });
});
