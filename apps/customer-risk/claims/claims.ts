import { setTimeout as delay } from 'node:timers/promises';
import type { Database, Sql } from '@probity/persistence/database';
import { newId } from '@probity/platform/ids';

const LOOK_AGAIN_MS = 50;

const TAKE = `
  INSERT INTO customer_risk.claims (tenant_id, name, owner, token, claimed_at, used)
  SELECT $1, name, $2, $3, clock_timestamp(), false FROM unnest($4::text[]) AS name ORDER BY name
  ON CONFLICT (tenant_id, name) DO UPDATE SET token = excluded.token, claimed_at = excluded.claimed_at
    WHERE claims.owner = excluded.owner
  RETURNING xmax = 0 AS is_new`; // a row that this statement inserted has no xmax
const RENEW = `
  UPDATE customer_risk.claims SET claimed_at = clock_timestamp()
  WHERE tenant_id = $1 AND owner = $2 AND token = $3 AND NOT used`;
const HELD_BY_OTHERS = `
  SELECT name, owner, token, used, claimed_at < clock_timestamp() - interval '60 s' AS is_old FROM customer_risk.claims
  WHERE tenant_id = $1 AND name = ANY($3) AND owner <> $2 ORDER BY name`;
/**
 * Locks and changes the row. An owner that uses the claim at the same time therefore comes completely before or
 * completely after this statement.
 */
const TAKE_OVER = `
  UPDATE customer_risk.claims SET owner = $4, token = $5, claimed_at = clock_timestamp(), used = false
  WHERE tenant_id = $1 AND name = $2 AND token = $3 AND (NOT used OR $6)`;
const USE = `
  INSERT INTO customer_risk.claims (tenant_id, name, owner, token, claimed_at, used)
  SELECT $1, name, $2, $3, clock_timestamp(), true FROM unnest($4::text[]) AS name ORDER BY name
  ON CONFLICT (tenant_id, name) DO UPDATE SET used = true, claimed_at = excluded.claimed_at
    WHERE claims.owner = excluded.owner`;
const RELEASE = 'DELETE FROM customer_risk.claims WHERE tenant_id = $1 AND owner = $2 AND token = $3 AND NOT used';

export interface Claim {
  tenantId: string;
  /** names of things that only one owner may have, such as an e-mail address */
  names: string[];
  owner: string;
}

/** A claim; the token distinguishes it from other claims of the same owner. */
export interface TakenClaim extends Claim {
  token: string;
  /** whether the owner had none of the names before; if not, an earlier attempt of it may still use them */
  isFirst: boolean;
}

/**
 * The state of another owner's claim according to the streams. `used`: the owner has the name permanently. `free`:
 * the owner had the name and gave it up. `pending`: the owner does not have the name. It may be about to use it. If
 * its claim is marked as used, the store has lost its stream, for example because it was restored from a backup.
 */
export type ClaimState = 'used' | 'pending' | 'free';

export type Taking =
  | { outcome: 'taken'; claim: TakenClaim }
  | { outcome: 'held'; name: string; owner: string }
  | { outcome: 'pending'; name: string };

interface HeldClaim {
  name: string;
  owner: string;
  token: string;
  used: boolean;
  is_old: boolean;
}

class HeldByOthers extends Error {
  constructor(readonly held: HeldClaim) {
    super(`${held.name} is held by ${held.owner}`);
  }
}

/** The claim was taken over before it was used. */
export class ClaimLost extends Error {
  constructor({ names, owner }: Claim) {
    super(`${owner} no longer holds all of: ${names.join(', ')}`);
    this.name = 'ClaimLost';
  }
}

/**
 * Names that are unique in a tenant across streams. An owner claims a name, appends to its own stream, and marks
 * the claim as used in the projection of that append.
 *
 * Guarantees: only one owner uses a name. Another owner may take over a claim that is unused for 60 s, so a crash
 * between claim and append does not block a name permanently. If the events are in Postgres, an owner whose claim
 * was taken over fails to append. Not guaranteed with another event store: if an owner pauses for a minute between
 * `take` and its append, another owner can take the name over, and both appends succeed.
 */
export class Claims {
  /** @param waitMs how long to wait for a pending claim of another owner */
  constructor(
    private readonly database: Database,
    private readonly waitMs: number,
  ) {}

  /**
   * Claims the names, all or none; claims of the same owner are renewed. Waits a limited time while another owner's
   * claim is pending. After 60 s a claim that is still pending is taken over, even if it is marked as used: see
   * `ClaimState`.
   */
  async take(claim: Claim, stateOf: (name: string, owner: string) => Promise<ClaimState>): Promise<Taking> {
    const token = newId();
    const giveUpAt = performance.now() + this.waitMs;
    for (;;) {
      const tried = await this.tryToTake(claim, token);
      if ('isFirst' in tried) return { outcome: 'taken', claim: { ...claim, token, isFirst: tried.isFirst } };
      const { name, owner, used } = tried;
      const state = await stateOf(name, owner);
      if (state === 'used') return { outcome: 'held', name, owner };
      const mayTakeOver = state === 'free' || tried.is_old;
      if (mayTakeOver && (await this.takeOver(claim, token, tried, state === 'free' || used))) continue;
      if (performance.now() > giveUpAt) return { outcome: 'pending', name };
      await delay(LOOK_AGAIN_MS);
    }
  }

  /** Begins the 60 s of an unused claim again. Returns false when it was claimed anew, taken over or used. */
  async renew({ tenantId, owner, token, names }: TakenClaim): Promise<boolean> {
    const { rowCount } = await this.database.query(RENEW, [tenantId, owner, token]);
    return rowCount === names.length;
  }

  /** Gives up this claim's unused names, unless another attempt of its owner may be about to use them. */
  async release({ tenantId, owner, token, isFirst }: TakenClaim): Promise<void> {
    if (isFirst) await this.database.query(RELEASE, [tenantId, owner, token]);
  }

  /**
   * Returns false when the claim was changed in the meantime.
   *
   * @param evenIfUsed whether to take over a claim that is marked as used
   */
  private async takeOver(claim: Claim, token: string, held: HeldClaim, evenIfUsed: boolean): Promise<boolean> {
    const { rowCount } = await this.database.query(TAKE_OVER, [
      claim.tenantId,
      held.name,
      held.token,
      claim.owner,
      token,
      evenIfUsed,
    ]);
    return rowCount === 1;
  }

  /** Claims all names, or none and returns a claim of another owner. */
  private async tryToTake(
    { tenantId, names, owner }: Claim,
    token: string,
  ): Promise<HeldClaim | Pick<TakenClaim, 'isFirst'>> {
    try {
      return await this.database.transaction(async (sql) => {
        const taken = await sql.query<{ is_new: boolean }>(TAKE, [tenantId, owner, token, names]);
        if (taken.rowCount === names.length) return { isFirst: taken.rows.every(({ is_new }) => is_new) };
        const { rows } = await sql.query<HeldClaim>(HELD_BY_OTHERS, [tenantId, owner, names]);
        throw new HeldByOthers(rows[0]!);
      });
    } catch (error) {
      if (error instanceof HeldByOthers) return error.held;
      throw error;
    }
  }
}

/**
 * Marks a claim as used, in the transaction of the projection that uses it.
 *
 * @param atomic whether the same transaction appends the events, so that a failure undoes the append
 * @throws ClaimLost when it was taken over and the append can still be undone
 */
export async function useClaim(sql: Sql, claim: TakenClaim, atomic: boolean): Promise<void> {
  const { tenantId, owner, token, names } = claim;
  const { rowCount } = await sql.query(USE, [tenantId, owner, token, names]);
  if (rowCount !== names.length && atomic) throw new ClaimLost(claim);
}
