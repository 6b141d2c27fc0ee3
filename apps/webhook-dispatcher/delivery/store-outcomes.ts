import type { Database, Sql } from '@probity/persistence/database';
import type { Endpoints } from '../endpoints/endpoints';
import type { Outcome } from './outcome';

/** The number of attempts that a delivery stores. */
const MAX_ATTEMPTS = 20;

/** Compares the claim, so that a late process changes nothing after another process has taken the delivery over. */
const STORE = `
  UPDATE webhooks.deliveries d SET status = n.status, due_at = n.due_at, lease_until = NULL, claim = NULL,
    response_status = n.response_status, error = n.error, failures = n.failures, delivered_at = coalesce(d.delivered_at, n.delivered_at),
    attempts = CASE WHEN jsonb_array_length(attempts) >= ${MAX_ATTEMPTS} THEN attempts - 0 ELSE attempts END || n.attempt
  FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::timestamptz[], $5::int[], $6::text[], $7::int[],
    $8::timestamptz[], $9::jsonb[])
    AS n (id, claim, status, due_at, response_status, error, failures, delivered_at, attempt)
  WHERE d.id = n.id AND d.claim = n.claim
  RETURNING d.id`;
const WORKS = 'UPDATE webhooks.endpoints SET failing_since = NULL WHERE id = ANY($1) AND failing_since IS NOT NULL';
const FAILS = `
  UPDATE webhooks.endpoints SET failing_since = $2 WHERE id = ANY($1) AND failing_since IS NULL AND status = 'active'`;
/** An endpoint that was disabled because of its deliveries. */
export interface DisabledEndpoint {
  tenant_id: string;
  endpoint_id: string;
  reason: string;
}

/**
 * Stores the outcomes of attempts and their effects on the endpoints. Returns the endpoints that it disabled. If it fails
 * between the two, the next attempt that fails disables the endpoint.
 */
export async function storeOutcomes(
  database: Database,
  endpoints: Endpoints,
  outcomes: Outcome[],
  now: Date,
): Promise<DisabledEndpoint[]> {
  if (!outcomes.some(saysSomething)) {
    await writeOutcomes(database, outcomes);
    return [];
  }
  const toDisable = await database.transaction(async (sql) => {
    const written = await writeOutcomes(sql, outcomes);
    const { works, fails, disable } = endpointChanges(written);
    if (works.length > 0) await sql.query(WORKS, [works]);
    if (fails.length > 0) await sql.query(FAILS, [fails, now]);
    return disable;
  });
  const disabled: DisabledEndpoint[] = [];
  for (const outcome of toDisable) {
    const endpoint = await disableEndpoint(endpoints, outcome, now);
    if (endpoint) disabled.push(endpoint);
  }
  return disabled;
}

async function disableEndpoint(
  endpoints: Endpoints,
  { delivery, disable }: Outcome,
  now: Date,
): Promise<DisabledEndpoint | undefined> {
  const { id: delivery_id, tenant_id, endpoint_id } = delivery;
  const { reason, failingSince } = disable!;
  const request = { tenant_id, endpoint_id, actor: 'system', reason };
  const isDone = await endpoints.disableFailing(request, delivery_id, failingSince, now);
  return isDone ? { tenant_id, endpoint_id, reason } : undefined;
}

const saysSomething = ({ endpoint, disable, delivery }: Outcome): boolean =>
  disable !== undefined ||
  (endpoint === 'works' && delivery.failing_since !== null) ||
  (endpoint === 'fails' && delivery.failing_since === null);

/** Sorted, so that two batches with the same endpoints lock them in the same order. */
function endpointChanges(outcomes: Outcome[]) {
  const ofEndpoints = (endpoint: Outcome['endpoint']): Set<string> =>
    new Set(outcomes.filter((outcome) => outcome.endpoint === endpoint).map(({ delivery }) => delivery.endpoint_id));
  const works = ofEndpoints('works');
  const fails = [...ofEndpoints('fails')].filter((id) => !works.has(id)); // a success at the same time counts more
  const disable = new Map<string, Outcome>();
  for (const outcome of outcomes) {
    const { endpoint_id } = outcome.delivery;
    if (outcome.disable && (outcome.disable.failingSince === null || !works.has(endpoint_id))) {
      disable.set(endpoint_id, outcome);
    }
  }
  return {
    works: [...works].sort(),
    fails: fails.sort(),
    disable: [...disable].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, outcome]) => outcome),
  };
}

/** Returns the stored outcomes; another process has taken the other deliveries over. */
async function writeOutcomes(sql: Sql, outcomes: Outcome[]): Promise<Outcome[]> {
  const { rows } = await sql.query<{ id: string }>(STORE, [
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
  const written = new Set(rows.map(({ id }) => id));
  return outcomes.filter(({ delivery }) => written.has(delivery.id));
}
