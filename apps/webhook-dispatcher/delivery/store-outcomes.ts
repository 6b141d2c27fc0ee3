import type { Database, Sql } from '@probity/persistence/database';
import { newId } from '@probity/platform/ids';
import { recordAudit } from '@probity/read-side/audit/audit-entry';
import type { Outcome } from './outcome';

/** Attempts that a delivery remembers. */
const MOST_ATTEMPTS = 20;

/** The claim fences: whoever comes late, after another has taken the delivery over, changes nothing. */
const STORE = `
  UPDATE webhooks.deliveries d SET status = n.status, due_at = n.due_at, lease_until = NULL, claim = NULL,
    response_status = n.response_status, error = n.error, failures = n.failures, delivered_at = n.delivered_at,
    attempts = CASE WHEN jsonb_array_length(attempts) >= ${MOST_ATTEMPTS} THEN attempts - 0 ELSE attempts END || n.attempt
  FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::timestamptz[], $5::int[], $6::text[], $7::int[],
    $8::timestamptz[], $9::jsonb[])
    AS n (id, claim, status, due_at, response_status, error, failures, delivered_at, attempt)
  WHERE d.id = n.id AND d.claim = n.claim`;
const WORKS = 'UPDATE webhooks.endpoints SET failing_since = NULL WHERE id = ANY($1) AND failing_since IS NOT NULL';
const FAILS = `
  UPDATE webhooks.endpoints SET failing_since = $2 WHERE id = ANY($1) AND failing_since IS NULL AND status = 'active'`;
const DISABLE = `
  UPDATE webhooks.endpoints SET status = 'disabled', status_reason = $2, updated_at = $3
  WHERE id = $1 AND status = 'active'`;

/** Writes what became of attempts, and what that says of their endpoints. */
export async function storeOutcomes(database: Database, outcomes: Outcome[], now: Date): Promise<void> {
  const changes = endpointChanges(outcomes);
  if (changes.none) return writeOutcomes(database, outcomes);
  await database.transaction(async (sql) => {
    await writeOutcomes(sql, outcomes);
    if (changes.work.length > 0) await sql.query(WORKS, [changes.work]);
    if (changes.fail.length > 0) await sql.query(FAILS, [changes.fail, now]);
    for (const { delivery, disable } of changes.disable) {
      const { rowCount } = await sql.query(DISABLE, [delivery.endpoint_id, disable, now]);
      if (rowCount !== 1) continue;
      await recordAudit(sql, 'webhooks', {
        id: newId(),
        tenant_id: delivery.tenant_id,
        subject_type: 'webhook',
        subject_id: delivery.endpoint_id,
        action: 'webhook.disabled',
        actor: 'system',
        reason: disable!,
        cause: null,
        data: { delivery_id: delivery.id },
        at: now,
      });
    }
  });
}

/** Sorted, so that two batches that meet the same endpoints lock them in the same order. */
function endpointChanges(outcomes: Outcome[]) {
  const works = new Set<string>();
  const fails = new Set<string>();
  const disable = new Map<string, Outcome>();
  for (const outcome of outcomes) {
    const { endpoint_id, failing_since } = outcome.delivery;
    if (outcome.endpoint === 'works' && failing_since) works.add(endpoint_id);
    if (outcome.endpoint === 'fails' && !failing_since) fails.add(endpoint_id);
    if (outcome.disable !== undefined) disable.set(endpoint_id, outcome);
  }
  // What succeeded in the same moment counts for more.
  for (const { delivery, endpoint } of outcomes) if (endpoint === 'works') fails.delete(delivery.endpoint_id);
  return {
    none: works.size + fails.size + disable.size === 0,
    work: [...works].sort(),
    fail: [...fails].sort(),
    disable: [...disable].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, outcome]) => outcome),
  };
}

async function writeOutcomes(sql: Sql, outcomes: Outcome[]): Promise<void> {
  await sql.query(STORE, [
    outcomes.map(({ delivery }) => delivery.id),
    outcomes.map(({ delivery }) => delivery.claim),
    outcomes.map(({ status }) => status),
    outcomes.map(({ due_at }) => due_at),
    outcomes.map(({ response_status }) => response_status),
    outcomes.map(({ error }) => error),
    outcomes.map(({ failures }) => failures),
    outcomes.map(({ delivered_at }) => delivered_at),
    outcomes.map(({ attempt }) => JSON.stringify(attempt)),
  ]);
}
