import type { Sql } from '@probity/persistence/database';

/** Rows that are in memory at the same time: the evidence of one can have many kilobytes. */
const PAGE = 100;
const DECIDED = `
  FROM customer_risk.alerts a WHERE a.tenant_id = $1 AND a.source = 'screening' AND a.decided_at IS NOT NULL`;
/** The evidence of a customer that is erased or restricted is not read. */
const NEXT = `
  SELECT a.id, a.status, a.resolution, a.decided_at::text AS decided_at,
    EXISTS (SELECT FROM customer_risk.alerts n WHERE n.reopens = a.id) AS reopened,
    c.readable IS NULL AS restricted, CASE WHEN c.readable THEN a.evidence END AS evidence
  FROM (SELECT a.* ${DECIDED} AND (a.decided_at, a.id) < ($2::timestamptz, $3::uuid)
    ORDER BY a.decided_at DESC, a.id DESC LIMIT $4) a
  LEFT JOIN LATERAL (SELECT true AS readable FROM customer_risk.customers c
    WHERE c.tenant_id = a.tenant_id AND c.id = a.customer_id AND c.restricted_at IS NULL AND c.erased_at IS NULL) c ON true
  ORDER BY a.decided_at DESC, a.id DESC`;
const COUNT = `SELECT count(*)::int AS count ${DECIDED} AND (a.decided_at, a.id) < ($2::timestamptz, $3::uuid)`;

/** An alert of screening that was resolved or dismissed. */
export interface DecidedAlert extends Record<string, unknown> {
  id: string;
  status: string;
  resolution: string | null;
  decided_at: string;
  /** whether it was raised again after the decision */
  reopened: boolean;
  /** whether the customer is erased or restricted */
  restricted: boolean;
  /** null: of a customer that is erased or restricted */
  evidence: Record<string, unknown> | null;
}

type Place = Pick<DecidedAlert, 'decided_at' | 'id'>;
const START: Place = { decided_at: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

/** The decided alerts of a tenant's screening, newest decision first, at most `max`. */
export async function* decidedAlerts(sql: Sql, tenantId: string, max: number): AsyncGenerator<DecidedAlert> {
  let place = START;
  for (let left = max; left > 0; left -= PAGE) {
    const limit = Math.min(PAGE, left);
    const { rows } = await sql.query<DecidedAlert>(NEXT, [tenantId, place.decided_at, place.id, limit]);
    yield* rows;
    if (rows.length < limit) return;
    place = rows.at(-1)!;
  }
}

/** How many alerts were decided before this one. */
export async function countDecidedBefore(sql: Sql, tenantId: string, { decided_at, id }: Place): Promise<number> {
  const { rows } = await sql.query<{ count: number }>(COUNT, [tenantId, decided_at, id]);
  return rows[0]!.count;
}
