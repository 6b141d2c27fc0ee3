import { setTimeout as delay } from 'node:timers/promises';
import type { Database, Sql } from '@probity/persistence/database';
import { newId } from '@probity/platform/ids';

const LOOK_AGAIN_MS = 50;

const TAKE = `
  INSERT INTO customer_risk.claims (tenant_id, name, owner, token, claimed_at, used)
  SELECT $1, name, $2, $3, clock_timestamp(), false FROM unnest($4::text[]) AS name ORDER BY name
  ON CONFLICT (tenant_id, name) DO UPDATE SET token = excluded.token, claimed_at = excluded.claimed_at
    WHERE claims.owner = excluded.owner`;
const HELD_BY_OTHERS = `
  SELECT name, owner, token, claimed_at < clock_timestamp() - interval '60 s' AS is_old FROM customer_risk.claims
  WHERE tenant_id = $1 AND name = ANY($3) AND owner <> $2 ORDER BY name`;
/** Whoever uses the claim meanwhile is faster or slower than this, never both: it locks the row, and changes it. */
const TAKE_OVER = `
  UPDATE customer_risk.claims SET owner = $4, token = $5, claimed_at = clock_timestamp(), used = false
  WHERE tenant_id = $1 AND name = $2 AND token = $3 AND (NOT used OR $6)`;
const USE = `
  INSERT INTO customer_risk.claims (tenant_id, name, owner, token, claimed_at, used)
  SELECT $1, name, $2, $3, clock_timestamp(), true FROM unnest($4::text[]) AS name ORDER BY name
  ON CONFLICT (tenant_id, name) DO UPDATE SET used = true WHERE claims.owner = excluded.owner`;
const RELEASE = 'DELETE FROM customer_risk.claims WHERE tenant_id = $1 AND owner = $2 AND token = $3 AND NOT used';

export interface Claim {
  tenantId: string;
  /** what only one owner may have */
  names: string[];
  owner: string;
}

/** A claim that was taken; the token tells this taking from others by the same owner. */
export interface TakenClaim extends Claim {
  token: string;
}

/**
 * What the streams say of somebody else's claim. `used`: its owner has the name for good. `free`: it had
 * the name and let it go. `pending`: it does not have the name; perhaps it is about to.
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
 * Names of which a tenant has each only once, across streams: whoever wants one claims it, appends to its
 * own stream, and with the projection of that append makes the claim used.
 *
 * Guarantees: of all owners one uses a name. A claim that nobody used for 60 s may be taken over by
 * another owner, so a crash between claim and append does not block a name for ever. Where the events are
 * in Postgres, an owner whose claim was taken over fails to append. Not guaranteed with another event
 * store: that an owner that stands still for a minute between `take` and its append has not been replaced.
 */
export class Claims {
  /**
   * @param waitMs how long somebody else's claim is waited for that is neither used nor given up
   */
  constructor(
    private readonly database: Database,
    private readonly waitMs: number,
  ) {}

  /**
   * Claims the names, all or none; claims of the same owner are renewed. While somebody else's claim is
   * pending it is waited for, for a while.
   */
  async take(claim: Claim, stateOf: (name: string, owner: string) => Promise<ClaimState>): Promise<Taking> {
    const token = newId();
    const giveUpAt = performance.now() + this.waitMs;
    for (;;) {
      const held = await this.tryToTake(claim, token);
      if (!held) return { outcome: 'taken', claim: { ...claim, token } };
      const { name, owner } = held;
      const state = await stateOf(name, owner);
      if (state === 'used') return { outcome: 'held', name, owner };
      if (state === 'free' || held.is_old) {
        await this.database.query(TAKE_OVER, [claim.tenantId, name, held.token, claim.owner, token, state === 'free']);
        continue;
      }
      if (performance.now() > giveUpAt) return { outcome: 'pending', name };
      await delay(LOOK_AGAIN_MS);
    }
  }

  /** Gives up what this taking claimed and nobody used. */
  async release({ tenantId, owner, token }: TakenClaim): Promise<void> {
    await this.database.query(RELEASE, [tenantId, owner, token]);
  }

  /** Answers somebody else's claim if there is one; then nothing was claimed. */
  private async tryToTake({ tenantId, names, owner }: Claim, token: string): Promise<HeldClaim | undefined> {
    try {
      await this.database.transaction(async (sql) => {
        const { rowCount } = await sql.query(TAKE, [tenantId, owner, token, names]);
        if (rowCount === names.length) return;
        const { rows } = await sql.query<HeldClaim>(HELD_BY_OTHERS, [tenantId, owner, names]);
        throw new HeldByOthers(rows[0]!);
      });
      return undefined;
    } catch (error) {
      if (error instanceof HeldByOthers) return error.held;
      throw error;
    }
  }
}

/**
 * Marks a claim as used, in the transaction that projects what uses it.
 *
 * @param atomic whether the same transaction appends the events, so that failing undoes the append
 * @throws ClaimLost when it was taken over and the append can still be undone
 */
export async function useClaim(sql: Sql, claim: TakenClaim, atomic: boolean): Promise<void> {
  const { tenantId, owner, token, names } = claim;
  const { rowCount } = await sql.query(USE, [tenantId, owner, token, names]);
  if (rowCount !== names.length && atomic) throw new ClaimLost(claim);
}
