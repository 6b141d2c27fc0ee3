import { setTimeout as delay } from 'node:timers/promises';
import { newId } from '@probity/platform/ids';
import { madeUpKey, resigned } from './forging';
import { REVISIONS } from './sample-ledger';
import { Scene } from './scene';

/** Changes of the ledger's row. The next posting is decided on the basis of this row. */
const DAMAGE: Record<string, string> = {
  revision: 'revision = revision - 1',
  head_position: 'head_position = head_position + 1000',
  head_hash: 'head_hash = set_byte(head_hash, 0, get_byte(head_hash, 0) # 1)',
  last_posted_at: "last_posted_at = last_posted_at + interval '1 year'",
  signing_key_id: 'signing_key_id = gen_random_uuid()',
  currency: "currency = 'EUR'",
};

const MAX_LOGGING_MS = 5_000;
const NOT_LOGGED = `
  SELECT FROM event_store.events e WHERE type = 'CommitChained'
    AND NOT EXISTS (SELECT FROM notary.leaves l WHERE l.stream = e.stream AND l.revision = e.revision)`;

/** A chain is append-only, so a posting that is based on wrong data could never be corrected. */
describe('a posting after tampering', () => {
  let scene: Scene;

  beforeAll(async () => {
    scene = await Scene.set();
  });
  beforeEach(async () => {
    await untilLogged();
    await scene.restore();
    await scene.rebuild();
  });
  afterAll(() => scene.stop());

  /**
   * Waits for the notary: otherwise it might log a commit of the test before after its events were taken back. It does not
   * log one that a test damaged.
   */
  async function untilLogged(): Promise<void> {
    const giveUpAt = Date.now() + MAX_LOGGING_MS;
    while (Date.now() < giveUpAt) {
      const { rowCount } = await scene.product.database.owner.query(NOT_LOGGED);
      if (rowCount === 0) return;
      await delay(50);
    }
  }

  /** Rebuilds the read side and expects that the chain verifies, with the new posting if it was accepted. */
  async function expectSoundAfterRebuild(): Promise<void> {
    await scene.rebuild();
    expect(await scene.walk()).toMatchObject({ done: true, verified: true, broken: null });
  }

  it('is accepted without tampering', async () => {
    expect(await scene.post()).toBe(201);
    await expectSoundAfterRebuild();
  });

  describe.each(Object.entries(DAMAGE))('with the ledger’s %s', (_column, set) => {
    it.each(['USD', 'EUR'])('in %s does not enter the chain on the basis of wrong data', async (currency) => {
      await scene.tamper(({ sql, ledger }) => sql.query(`UPDATE ledger.ledgers SET ${set} WHERE id = $1`, [ledger.id]));
      await scene.post(currency);
      await expectSoundAfterRebuild();
    });

    it('does not enter it either if the last event is not a posting', async () => {
      await scene.product.backOffice.put(
        `tenants/${scene.product.tenantSlug}/ledgers/${scene.ledger.id}/accounts/${scene.ledger.accounts.closed}/activity`,
        { is_active: true, reason: 'a test' },
      );
      await scene.rebuild();
      await scene.tamper(({ sql, ledger }) => sql.query(`UPDATE ledger.ledgers SET ${set} WHERE id = $1`, [ledger.id]));
      await scene.post();
      await expectSoundAfterRebuild();
    });
  });

  it('is rejected after a forged posting', async () => {
    await scene.tamper(async ({ events }) => {
      const last = await events.dataAt(REVISIONS.tail);
      const transaction_id = newId();
      const payload = { ...last.payload, idempotency_key: transaction_id };
      const fresh = { ...last, payload, transaction_id, hash_chain_position: last.hash_chain_position + 1 };
      const data = JSON.stringify(resigned(fresh, madeUpKey(), last.transaction_hash));
      await events.append({ revision: REVISIONS.end + 1, id: transaction_id, type: 'TransactionPosted', data });
    });
    expect(await scene.post()).toBeGreaterThanOrEqual(500);
  });

  /** Signed over, they could never be restored: the next commit covers them. */
  it.each([
    ['id', newId()],
    ['metadata', '{"traceparent":"other"}'],
  ] as const)(
    'is rejected after the %s of the last commit was changed, and accepted once it is back',
    async (column, value) => {
      let before: unknown = null;
      await scene.tamper(async ({ events }) => {
        if (column === 'id') before = (await events.at(REVISIONS.end)).id;
        await events.set(REVISIONS.end, column, value);
      });
      expect(await scene.post()).toBe(503);
      await scene.tamper(({ events }) => events.set(REVISIONS.end, column, before));
      expect(await scene.post()).toBe(201);
      await expectSoundAfterRebuild();
    },
  );
});
