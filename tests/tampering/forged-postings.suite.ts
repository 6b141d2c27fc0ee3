import type { TransactionPosted } from '@probity/contracts/ledger/events';
import { newId } from '@probity/platform/ids';
import { projectLedgerEvents, type RecordedLedgerEvent } from '@probity/read-side/ledger/ledger-projection';
import { type Detection, expectClean, expectDetected } from './detection';
import { madeUpKey, realKey, resigned, rewriteChain } from './forging';
import { REVISIONS, TARGET } from './sample-ledger';
import type { Change, Stored } from './scene';
import { forgetCheckpoints } from './signed-checkpoint';
import { target, tail, LAST, scene, payload } from './testing/stage';

/** Forges a seventh posting: a copy of the sixth, linked after it and signed with the key. */
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
  const event = { revision: REVISIONS.end + 1, id: data.transaction_id, type: 'TransactionPosted' as const };
  await events.append({ ...event, data: JSON.stringify(data) });
  await projectLedgerEvents(sql, [{ ...event, stream: `ledger-${ledger.id}`, data } satisfies RecordedLedgerEvent]);
}

export function forgedPostings(): void {
  describe('forged postings', () => {
    const forgedBehind: Detection = { check: 'signature_ok', position: LAST + 1 };
    const CASES: [string, Change, Detection][] = [
      [
        'appended to the events alone',
        async (stored) => {
          const data = await forgedPosting(stored);
          await stored.events.append({
            revision: REVISIONS.end + 1,
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
        'in the middle, with every later hash recomputed and signed with a made-up key',
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

    it('with recomputed hashes fail the signature check even after the read side is rebuilt from them', async () => {
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

    it('with the real key is revealed by a checkpoint only, so the key is what prevents forging', async () => {
      await scene.tamper(async ({ sql, events, ledger, masterKey }) => {
        const key = await realKey(sql, masterKey, ledger.id);
        await rewriteChain(events, target, key, (data) => payload(data, { narration: 'forged' }));
        await forgetCheckpoints(sql);
      });
      await scene.rebuild();
      await expectClean(scene);
      const { verified, broken } = await scene.walk([scene.checkpoint]);
      expect({ verified, check: broken?.check }).toEqual({ verified: false, check: 'checkpoint' });
    });
  });
}
