import { randomUUID } from 'node:crypto';
import type { Database } from '@probity/persistence/database';
import { ROLES } from '@probity/persistence/roles';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { Claims, type ClaimState, ClaimLost, type TakenClaim, type Taking, useClaim } from './claims';

let test: TestDatabase;
let database: Database;
let claims: Claims;
beforeAll(async () => {
  test = await createTestDatabase();
  database = await test.as(ROLES.customerRisk);
  claims = new Claims(database, 300);
});
afterAll(() => test.drop());

const tenantId = randomUUID();
const [ANNE, BERT] = [randomUUID(), randomUUID()];
const says = (state: ClaimState) => () => Promise.resolve(state);
const take = (owner: string, names: string[], state: ClaimState = 'pending'): Promise<Taking> =>
  claims.take({ tenantId, owner, names }, says(state));
const use = (claim: TakenClaim, atomic = true): Promise<void> =>
  database.transaction((sql) => useClaim(sql, claim, atomic));
const names = (count: number): string[] => Array.from({ length: count }, () => `name:${randomUUID()}`).sort();

async function taken(taking: Promise<Taking>): Promise<TakenClaim> {
  const result = await taking;
  if (result.outcome !== 'taken') throw new Error(`the claim was not taken: ${result.outcome}`);
  return result.claim;
}

/** Moves the claims back in time, as if they were a minute old. */
const age = (owner: string): Promise<unknown> =>
  test.owner.query("UPDATE customer_risk.claims SET claimed_at = claimed_at - interval '61 s' WHERE owner = $1", [
    owner,
  ]);

describe('a claim', () => {
  it('is taken by one of several concurrent owners', async () => {
    const wanted = names(1);
    const owners = Array.from({ length: 8 }, () => randomUUID());
    const takings = await Promise.all(owners.map((owner) => take(owner, wanted, 'used')));
    expect(takings.filter(({ outcome }) => outcome === 'taken')).toHaveLength(1);
    const winner = owners[takings.findIndex(({ outcome }) => outcome === 'taken')];
    for (const taking of takings) {
      if (taking.outcome !== 'taken') expect(taking).toEqual({ outcome: 'held', name: wanted[0], owner: winner });
    }
  });

  it('can be taken again by its owner', async () => {
    const wanted = names(1);
    await taken(take(ANNE, wanted));
    await expect(take(ANNE, wanted)).resolves.toMatchObject({ outcome: 'taken' });
  });

  it('is made for all names or none', async () => {
    const [free, held] = names(2) as [string, string];
    await taken(take(ANNE, [held]));
    await expect(take(BERT, [free, held], 'used')).resolves.toMatchObject({ outcome: 'held', name: held });
    await expect(take(randomUUID(), [free], 'used')).resolves.toMatchObject({ outcome: 'taken' });
  });

  it('does not affect the same name in another tenant', async () => {
    const wanted = names(1);
    await taken(take(ANNE, wanted));
    const elsewhere = claims.take({ tenantId: randomUUID(), owner: BERT, names: wanted }, says('used'));
    await expect(elsewhere).resolves.toMatchObject({ outcome: 'taken' });
  });

  it('is waited for while it is pending, and taken when it is released', async () => {
    const wanted = names(1);
    const first = await taken(take(ANNE, wanted));
    let asked = 0;
    const second = claims.take({ tenantId, owner: BERT, names: wanted }, async () => {
      if (++asked === 2) await claims.release(first);
      return 'pending';
    });
    await expect(second).resolves.toMatchObject({ outcome: 'taken' });
  });

  it('that stays pending is not taken over before it is a minute old', async () => {
    const wanted = names(1);
    await taken(take(ANNE, wanted));
    await expect(take(BERT, wanted)).resolves.toEqual({ outcome: 'pending', name: wanted[0] });
  });

  it('that its owner gave up is free immediately, also if it was used', async () => {
    const wanted = names(1);
    await use(await taken(take(ANNE, wanted)));
    await expect(take(BERT, wanted, 'free')).resolves.toMatchObject({ outcome: 'taken' });
  });

  it('cannot be released once it is used', async () => {
    const wanted = names(1);
    const claim = await taken(take(ANNE, wanted));
    await use(claim);
    await claims.release(claim);
    await expect(take(BERT, wanted, 'used')).resolves.toMatchObject({ outcome: 'held', owner: ANNE });
  });

  it('cannot be released by an earlier claim of the same owner', async () => {
    const wanted = names(1);
    const earlier = await taken(take(ANNE, wanted));
    await taken(take(ANNE, wanted));
    await claims.release(earlier);
    await expect(take(BERT, wanted, 'used')).resolves.toMatchObject({ outcome: 'held', owner: ANNE });
  });
});

describe('a claim of an owner with two attempts', () => {
  it('is not released by the second one, because the first one may be about to use it', async () => {
    const wanted = names(1);
    expect(await taken(take(ANNE, wanted))).toMatchObject({ isFirst: true });
    const second = await taken(take(ANNE, wanted));
    expect(second).toMatchObject({ isFirst: false });
    await claims.release(second);
    await expect(take(BERT, wanted)).resolves.toMatchObject({ outcome: 'pending' });
  });

  it('can be renewed by the last one only', async () => {
    const wanted = names(1);
    const first = await taken(take(ANNE, wanted));
    await age(ANNE);
    await expect(claims.renew(first)).resolves.toBe(true);
    await expect(take(BERT, wanted)).resolves.toMatchObject({ outcome: 'pending' });
    const second = await taken(take(ANNE, wanted));
    await expect(claims.renew(first)).resolves.toBe(false);
    await expect(claims.renew(second)).resolves.toBe(true);
  });
});

describe('a claim that was abandoned', () => {
  it('is taken over after a minute, and its first owner can no longer use it', async () => {
    const wanted = names(1);
    const first = await taken(take(ANNE, wanted));
    await age(ANNE);
    const second = await taken(take(BERT, wanted));
    await expect(use(first)).rejects.toBeInstanceOf(ClaimLost);
    await expect(use(second)).resolves.toBeUndefined();
  });

  it('is not taken over when the streams say that it is used', async () => {
    const wanted = names(1);
    await taken(take(ANNE, wanted));
    await age(ANNE);
    await expect(take(BERT, wanted, 'used')).resolves.toMatchObject({ outcome: 'held', owner: ANNE });
  });

  it('is taken over after a minute although it is marked as used, if the streams do not have it', async () => {
    const wanted = names(1);
    await use(await taken(take(ANNE, wanted)));
    await expect(take(BERT, wanted)).resolves.toMatchObject({ outcome: 'pending' });
    await age(ANNE);
    await expect(take(BERT, wanted)).resolves.toMatchObject({ outcome: 'taken' });
  });

  it('is looked at with pauses when it cannot be taken over', async () => {
    const wanted = names(1);
    await taken(take(ANNE, wanted));
    await age(ANNE);
    let looks = 0;
    const taking = claims.take({ tenantId, owner: BERT, names: wanted }, async () => {
      looks++;
      // Its owner claims it again each time before it can be taken over, and the claim is old at once.
      await taken(take(ANNE, wanted));
      await age(ANNE);
      return 'pending';
    });
    await expect(taking).resolves.toMatchObject({ outcome: 'pending' });
    expect(looks).toBeLessThan(20);
  });

  it('is either used or taken over when both are tried at once', async () => {
    for (let round = 0; round < 20; round++) {
      const wanted = names(1);
      const owner = randomUUID();
      const first = await taken(take(owner, wanted));
      await age(owner);
      let isUsed = false;
      const using = use(first).then(
        () => ((isUsed = true), 'used'),
        (error: unknown) => (error instanceof ClaimLost ? 'lost' : Promise.reject(error as Error)),
      );
      const other = randomUUID();
      const taking = claims.take({ tenantId, owner: other, names: wanted }, () =>
        Promise.resolve(isUsed ? 'used' : 'pending'),
      );
      const [outcome, { outcome: otherOutcome }] = await Promise.all([using, taking]);
      expect([outcome, otherOutcome]).toEqual(outcome === 'used' ? ['used', 'held'] : ['lost', 'taken']);
    }
  });

  it('causes no error after it was lost if the append cannot be undone', async () => {
    const wanted = names(1);
    const first = await taken(take(ANNE, wanted));
    await age(ANNE);
    await taken(take(BERT, wanted));
    await expect(use(first, false)).resolves.toBeUndefined();
    await expect(take(randomUUID(), wanted, 'used')).resolves.toMatchObject({ owner: BERT });
  });
});
