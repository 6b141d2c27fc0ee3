import type { TransactionPosted } from '@probity/contracts/ledger/events';
import { changedValue, type Path, placesIn, withChanged, withoutPlace } from './changed-json';
import { type Detection, expectDetected } from './detection';
import { TARGET } from './sample-ledger';
import { target, scene, payload } from './testing/stage';

export function postingFields(): void {
  describe('every field of a posting', () => {
    /** Each place in the event's data, and the check or field that detects a change of it. */
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
      'payload.nonce': 'content_hash_ok',
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

    it('is in the list of fields that the following tests change', async () => {
      await scene.tamper(async ({ events }) => {
        const stored = placesIn(await events.dataAt(target)).map((path) => path.join('.'));
        expect(stored.sort()).toEqual(Object.keys(PLACES).sort());
      });
    });

    it.each(Object.entries(PLACES))('%s: %s detects a changed value', async (place, says) => {
      await scene.tamper(async ({ events }) => {
        await events.setData(target, withChanged(await events.dataAt(target), pathOf(place), changedValue));
      });
      await expectDetected(scene, detection(says));
    });

    /** Capitals are the same id for Postgres, and the same bytes for many parsers. */
    const WITH_LETTERS = Object.entries(PLACES).filter(([place]) => /_id$|_hash$|^signature$|nonce$/.test(place));

    it.each(WITH_LETTERS)('%s: %s detects capitals', async (place, says) => {
      const inCapitals = (value: unknown): string => {
        expect(value).toMatch(/[a-f]/);
        return (value as string).toUpperCase();
      };
      await scene.tamper(async ({ events }) => {
        await events.setData(target, withChanged(await events.dataAt(target), pathOf(place), inCapitals));
      });
      await expectDetected(scene, detection(says));
    });

    it.each(Object.entries(PLACES))('%s: %s detects its absence', async (place, says) => {
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
      ['an entry that is null', (data) => payload(data, { entries: [null, null] }), 'content_hash_ok'],
      ['entries that are a text', (data) => payload(data, { entries: 'none' }), 'content_hash_ok'],
      ['a payload that is null', (data) => ({ ...data, payload: null }), 'content_hash_ok'],
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
      ['text after the signature', (data) => ({ ...data, signature: `${data.signature}zz` }), 'signature_ok'],
      ['half a byte after the signature', (data) => ({ ...data, signature: `${data.signature}0` }), 'signature_ok'],
      ['an empty signature', (data) => ({ ...data, signature: '' }), 'signature_ok'],
    ];

    it.each(OTHER_CHANGES)('%s: is detected', async (_name, change, says) => {
      await scene.tamper(async ({ events }) => events.setData(target, change(await events.dataAt(target))));
      await expectDetected(scene, detection(says));
    });

    it('does not affect the verification of other postings if it is changed', async () => {
      await scene.tamper(async ({ events }) =>
        events.setData(target, payload(await events.dataAt(target), { narration: 'x' })),
      );
      for (const position of [1, 2, 4, 5, 6]) {
        expect((await scene.verify(position)).body.data).toMatchObject({ verified: true });
      }
    });
  });
}
