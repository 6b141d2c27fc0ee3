import { type Detection, expectDetected } from './detection';
import { REVISIONS, TARGET } from './sample-ledger';
import type { Change, Stored } from './scene';
import { forgetCheckpoints } from './signed-checkpoint';
import { target, tail, LAST, scene } from './testing/stage';

export function eventOrder(): void {
  describe('the order and the number of events', () => {
    const CASES: [string, Change, Detection][] = [
      [
        'a posting deleted from the middle',
        ({ events }) => events.deleteFrom(target),
        { check: 'missing_event', position: TARGET, postings: { [TARGET]: 'event', 4: 'chain_ok' } },
      ],
      [
        'a posting deleted, and the following events moved up',
        async ({ events }) => {
          await events.deleteFrom(target);
          await events.closeGapAt(target);
        },
        { check: 'event_chain', position: TARGET, postings: { [TARGET]: 'event' } },
      ],
      [
        'the first posting deleted',
        ({ events }) => events.deleteFrom(REVISIONS.first),
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
      [
        'every event deleted',
        ({ events }) => events.deleteFrom(0, REVISIONS.end),
        { check: 'missing_event', position: 1 },
      ],
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
          const [one, two] = [await events.at(REVISIONS.first), await events.at(REVISIONS.second)];
          await events.set(REVISIONS.first, 'id', two.id);
          await events.set(REVISIONS.first, 'data', two.data);
          await events.set(REVISIONS.second, 'id', one.id);
          await events.set(REVISIONS.second, 'data', one.data);
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
        ({ events }) => events.deleteFrom(tail, REVISIONS.end),
        { check: 'missing_event', position: LAST, postings: { [LAST]: 'event' } },
      ],
      [
        'the last three postings cut off',
        ({ events }) => events.deleteFrom(REVISIONS.fourth, REVISIONS.end),
        { check: 'missing_event', position: 4, postings: { 4: 'event', 5: 'event', 6: 'event' } },
      ],
    ];

    it.each(CASES)('%s', async (_name, change, detection) => {
      await scene.tamper(change);
      await expectDetected(scene, detection);
    });

    describe('a tail cut off events and read side', () => {
      const cutOff = async ({ sql, events, ledger }: Stored): Promise<void> => {
        await events.deleteFrom(tail, REVISIONS.end);
        await sql.query('DELETE FROM ledger.entries WHERE transaction_id = $1', [ledger.postings[5]!.transaction.id]);
        await sql.query('DELETE FROM ledger.transactions WHERE id = $1', [ledger.postings[5]!.transaction.id]);
      };
      const detected = { verified: false, broken: { check: 'checkpoint', position: LAST } };

      it('is detected with the last checkpoint of the notary', async () => {
        await scene.tamper(cutOff);
        await scene.rebuild();
        expect(await scene.walk()).toMatchObject(detected);
      });

      it('is detected with the log of the tenant, when the row of the notary is gone too', async () => {
        await scene.tamper(async (stored) => {
          await cutOff(stored);
          await stored.sql.query('DELETE FROM notary.ledger_checkpoints');
        });
        await scene.rebuild();
        expect(await scene.walk()).toMatchObject(detected);
      });

      it('is detected with a checkpoint that was kept elsewhere, when all of the notary is gone too', async () => {
        await scene.tamper(async (stored) => {
          await cutOff(stored);
          await forgetCheckpoints(stored.sql);
        });
        await scene.rebuild();
        expect(await scene.walk()).toMatchObject({ verified: true, head: { position: LAST - 1 } });
        expect(await scene.walk([scene.checkpoint])).toMatchObject(detected);
      });

      it('is not what a damaged file of a checkpoint shows: the request is rejected', async () => {
        const damaged = scene.checkpoint.replace(new RegExp(`\\n${LAST}\\n`), `\n${LAST + 1}\n`);
        expect(damaged).not.toBe(scene.checkpoint);
        await expect(scene.walk([damaged])).rejects.toThrow(/a checkpoint that was kept elsewhere was changed/);
        expect(await scene.walk([scene.checkpoint])).toMatchObject({ verified: true });
      });
    });
  });
}
