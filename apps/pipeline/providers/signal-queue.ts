import { randomUUID } from 'node:crypto';
import type { ProviderKyc } from '@probity/contracts/customers/events';
import type { SignalAlert } from '@probity/contracts/providers/signal';
import type { Database, Sql } from '@probity/persistence/database';

/** How long signals of a process that died wait for another process. */
const LEASE_S = 30;
const MAX_CLAIMED = 200;
/** of one tenant at once, so that its flood leaves room for others */
const MAX_OF_TENANT = 50;
const MAX_ERROR = 500;
const FIRST_RETRY_S = 1;
const LAST_RETRY_S = 300;

/** One process chooses at a time, so that a lane is claimed by one. */
const CHOOSE_ALONE = "SELECT pg_try_advisory_xact_lock(hashtextextended('provider signals', 0)) AS alone";
/**
 * Steps from tenant to tenant in the index, so that the backlog of one is not read. A row that another process changes
 * at this moment is skipped: nothing waits.
 */
const CLAIM = `
  WITH RECURSIVE tenants AS (
    (SELECT tenant_id FROM pipeline.provider_signals WHERE due_at IS NOT NULL ORDER BY tenant_id, due_at LIMIT 1)
    UNION ALL
    SELECT (
      SELECT s.tenant_id FROM pipeline.provider_signals s WHERE s.due_at IS NOT NULL AND s.tenant_id > t.tenant_id
      ORDER BY s.tenant_id, s.due_at LIMIT 1)
    FROM tenants t WHERE t.tenant_id IS NOT NULL
  ), due AS (
    SELECT s.*, row_number() OVER (PARTITION BY t.tenant_id ORDER BY s.due_at, s.occurred_at, s.id) AS place
    FROM tenants t CROSS JOIN LATERAL (
      SELECT s.id, s.due_at, s.occurred_at FROM pipeline.provider_signals s
      WHERE s.tenant_id = t.tenant_id AND s.due_at <= now()
        AND (s.lease_until IS NULL OR s.lease_until <= clock_timestamp())
        AND NOT EXISTS (
          SELECT FROM pipeline.provider_signals o WHERE o.lane = s.lane AND o.lease_until > clock_timestamp())
      ORDER BY s.due_at, s.occurred_at, s.id LIMIT ${MAX_OF_TENANT}) s
  ), chosen AS (
    SELECT id FROM pipeline.provider_signals
    WHERE id IN (SELECT id FROM due ORDER BY place, due_at, id LIMIT ${MAX_CLAIMED})
    ORDER BY id FOR UPDATE SKIP LOCKED
  )
  UPDATE pipeline.provider_signals s
  SET claim = $1, lease_until = clock_timestamp() + make_interval(secs => ${LEASE_S})
  FROM chosen WHERE s.id = chosen.id
  RETURNING s.id, s.tenant_id, s.plugin, s.plugin_version, s.provider_event_id, s.event_source, s.occurred_at,
    s.customer_ref, s.account_ref, s.kyc, s.alert, s.metadata, s.payload_sha256, s.customer_id, s.candidates, s.lane, s.wakes,
    s.status = 'applied' AS is_applied`;
const RENEW = `
  UPDATE pipeline.provider_signals SET lease_until = clock_timestamp() + make_interval(secs => ${LEASE_S})
  WHERE id = $1 AND claim = $2`;
const CHOOSE = `
  UPDATE pipeline.provider_signals SET customer_id = $3,
    lease_until = clock_timestamp() + make_interval(secs => ${LEASE_S})
  WHERE id = $1 AND claim = $2`;
const FINISH = `
  UPDATE pipeline.provider_signals
  SET claim = NULL, lease_until = NULL, attempts = 0, last_error = NULL,
    due_at = CASE WHEN wakes = $3 OR status = 'applied' THEN NULL ELSE now() END
  WHERE id = $1 AND claim = $2`;
const RELEASE = `
  UPDATE pipeline.provider_signals SET claim = NULL, lease_until = NULL WHERE id = $1 AND claim = $2`;
const PUT_OFF = `
  UPDATE pipeline.provider_signals
  SET claim = NULL, lease_until = NULL, attempts = attempts + 1, last_error = $3,
    due_at = now() + make_interval(secs => least(${FIRST_RETRY_S} * 2 ^ least(attempts, 20), ${LAST_RETRY_S}))
  WHERE id = $1 AND claim = $2`;
const AWAIT_CHANGE = 'UPDATE pipeline.provider_signals SET candidates = $3 WHERE id = $1 AND claim = $2';
/** In the order of ids, so that changes of two customers do not wait for each other. */
const WAKE_FOR_CUSTOMER = `
  UPDATE pipeline.provider_signals s SET due_at = now(), wakes = wakes + 1
  FROM (
    SELECT id FROM pipeline.provider_signals
    WHERE tenant_id = $1 AND status <> 'applied' AND customer_id IS NULL
      AND (customer_ref = $2 OR account_ref = ANY($3) OR candidates @> ARRAY[$4::uuid])
    ORDER BY id FOR UPDATE) open
  WHERE s.id = open.id`;
const WAKE = `
  UPDATE pipeline.provider_signals SET due_at = now(), wakes = wakes + 1 WHERE tenant_id = $1 AND id = $2
  AND status <> 'applied'`;

/** A signal that this process has claimed. */
export interface ClaimedSignal {
  id: string;
  tenant_id: string;
  plugin: string;
  plugin_version: string;
  provider_event_id: string;
  event_source: string;
  occurred_at: Date;
  customer_ref: string | null;
  account_ref: string | null;
  kyc: ProviderKyc | null;
  alert: SignalAlert | null;
  metadata: Record<string, unknown>;
  payload_sha256: string;
  /** the customer that an earlier attempt chose */
  customer_id: string | null;
  /** the customers that an earlier match found, if there were several */
  candidates: string[] | null;
  /** signals of one lane are about the same customer */
  lane: string;
  wakes: number;
  /** an earlier attempt applied it, and did not get to say so in the queue */
  is_applied: boolean;
  /** of the claim */
  token: string;
}

/**
 * The due signals of several tenants by lane, oldest first, claimed for this process. A lane with a claimed signal is
 * left alone. A claim ends with its lease, so a process that works on a lane renews it with `keep`.
 */
export async function claimSignals(database: Database): Promise<ClaimedSignal[][]> {
  return database.transaction(async (sql) => {
    const { rows: locks } = await sql.query<{ alone: boolean }>(CHOOSE_ALONE);
    if (!locks[0]!.alone) return [];
    const token = randomUUID();
    const { rows } = await sql.query<Omit<ClaimedSignal, 'token'>>(CLAIM, [token]);
    const lanes = new Map<string, ClaimedSignal[]>();
    for (const row of rows.sort(byTime)) {
      const lane = lanes.get(row.lane) ?? [];
      lanes.set(row.lane, lane);
      lane.push({ ...row, token });
    }
    return [...lanes.values()];
  });
}

type Timed = Pick<ClaimedSignal, 'occurred_at' | 'id'>;
const byTime = (a: Timed, b: Timed): number =>
  a.occurred_at.getTime() - b.occurred_at.getTime() || (a.id < b.id ? -1 : 1);

/** Renews the claim; false when another process may have the signal. */
export async function keep(sql: Sql, { id, token }: ClaimedSignal): Promise<boolean> {
  const { rowCount } = await sql.query(RENEW, [id, token]);
  return rowCount === 1;
}

/**
 * Stores the customer of a signal before it is sent, so that every later attempt sends it to the same one. False when
 * another process may have the signal: then it must not be sent.
 */
export async function choose(sql: Sql, { id, token }: ClaimedSignal, customerId: string): Promise<boolean> {
  const { rowCount } = await sql.query(CHOOSE, [id, token, customerId]);
  return rowCount === 1;
}

/** Leaves the signal to the next claim of any process. */
export async function release(sql: Sql, { id, token }: ClaimedSignal): Promise<void> {
  await sql.query(RELEASE, [id, token]);
}

/** From now on, a change of each of the customers wakes the signal. */
export async function awaitChange(sql: Sql, { id, token }: ClaimedSignal, candidates: string[]): Promise<void> {
  await sql.query(AWAIT_CHANGE, [id, token, candidates]);
}

/** Takes the signal from the queue, unless a request to match it again arrived meanwhile. */
export async function finish(sql: Sql, { id, token, wakes }: ClaimedSignal): Promise<void> {
  await sql.query(FINISH, [id, token, wakes]);
}

/** Repeats the signal later: after a second at first, after five minutes at most. */
export async function putOff(sql: Sql, { id, token }: ClaimedSignal, error: string): Promise<void> {
  await sql.query(PUT_OFF, [id, token, error.slice(0, MAX_ERROR)]);
}

/** A customer as it is after its change. */
export interface ChangedCustomer {
  id: string;
  tenant_id: string;
  profile: { kyc_provider_ref?: string; account_refs: string[] };
}

/**
 * Matches signals again that a new or changed customer may resolve: signals with its references, and signals that
 * matched it and others. Returns whether there are any.
 */
export async function wakeForCustomer(sql: Sql, { id, tenant_id, profile }: ChangedCustomer): Promise<boolean> {
  const { kyc_provider_ref = null, account_refs } = profile;
  const { rowCount } = await sql.query(WAKE_FOR_CUSTOMER, [tenant_id, kyc_provider_ref, account_refs, id]);
  return rowCount! > 0;
}

/** Matches or sends a signal again; false when it is applied, or not the tenant's. */
export async function wake(sql: Sql, tenantId: string, signalId: string): Promise<boolean> {
  const { rowCount } = await sql.query(WAKE, [tenantId, signalId]);
  return rowCount === 1;
}
