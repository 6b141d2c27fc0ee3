import type { TransactionPosted } from '@probity/contracts/ledger/events';
import { expectClean } from './detection';
import { asOlderVersion } from './as-older-version';
import type { Change } from './scene';
import { payload, scene } from './testing/stage';

export function olderVersion(): void {
  describe('a ledger of an older version', () => {
    const commits = async (): Promise<{ revision: number; data: string }[]> => {
      const { rows } = await scene.product.database.owner.query<{ revision: number; data: string }>(
        "SELECT revision::int AS revision, data FROM event_store.events WHERE stream = $1 AND type = 'CommitChained' ORDER BY revision",
        [`ledger-${scene.ledger.id}`],
      );
      return rows;
    };
    const becomes = async (change: Change): Promise<void> => {
      await scene.tamper(change);
      await scene.rebuild();
    };

    it('verifies, and is taken over by one commit before it is written to', async () => {
      await becomes(asOlderVersion);
      await expectClean(scene);
      expect(await commits()).toEqual([]);
      expect(await scene.post()).toBe(201);
      const [takeOver, posted, ...others] = await commits();
      expect(JSON.parse(takeOver!.data)).toMatchObject({ first_revision: 0, tree_size: 6 });
      expect(JSON.parse(posted!.data)).toMatchObject({ first_revision: takeOver!.revision + 1, tree_size: 7 });
      expect(others).toEqual([]);
      await expectClean(scene);
      await scene.rebuild();
      await expectClean(scene);
    });

    it('is not taken over, and no new ledger is created, while an instance of the older version runs', async () => {
      await becomes(asOlderVersion);
      const { owner } = scene.product.database;
      await owner.query(
        "INSERT INTO platform.running_services (service, instance, is_ready, dependencies) VALUES ('ledger', 'old', true, '{}')",
      );
      try {
        expect(await scene.post()).toBe(503);
        const tenant = `/tenants/${scene.product.tenantSlug}`;
        const created = await scene.product.api.post(`${tenant}/ledgers`, { name: 'New', currency: 'USD' });
        expect(created.status).toBe(503);
        expect(await commits()).toEqual([]);
      } finally {
        await owner.query("DELETE FROM platform.running_services WHERE instance = 'old'");
      }
      expect(await scene.post()).toBe(201);
      await expectClean(scene);
    });

    it('is not taken over, and takes no postings, when a transaction of it was changed', async () => {
      await becomes(async (stored) => {
        await asOlderVersion(stored);
        const { events } = stored;
        await events.setData(4, payload((await events.dataAt(4)) as TransactionPosted, { narration: 'changed' }));
      });
      expect(await scene.post()).toBe(503);
      expect(await commits()).toEqual([]);
    });

    it('is not taken over twice: without its commit, its later transactions do not verify', async () => {
      await becomes(asOlderVersion);
      expect(await scene.post()).toBe(201);
      await becomes(async ({ events }) => {
        for (const { revision } of (await commits()).toReversed()) {
          await events.deleteFrom(revision);
          await events.closeGapAt(revision);
        }
      });
      expect((await scene.walk()).broken).toMatchObject({ check: 'event_chain' });
      expect(await scene.post()).toBe(503);
    });
  });
}
