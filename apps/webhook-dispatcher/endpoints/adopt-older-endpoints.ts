import type { AggregateStore } from '@probity/event-store/aggregate-store';
import type { Database } from '@probity/persistence/database';
import type { Logger } from '@probity/platform/logging';
import type { Sealer } from '@probity/platform/sealing';
import type { AdoptedEndpoint } from '@probity/read-side/webhooks/endpoint-events';
import { openSecret } from './signing-secret';
import { WEBHOOK_ENDPOINT } from './webhook-endpoint';

const AT_ONCE = 200;
const FIRST = '00000000-0000-0000-0000-000000000000';
const ROWS = `
  SELECT id, tenant_id, label, url, event_types, status, status_reason, failing_since, sealed_secret, rotation_id,
    created_at, updated_at
  FROM webhooks.endpoints WHERE revision = -1`;
const OLDER = `${ROWS} AND id > $1 ORDER BY id LIMIT ${AT_ONCE}`;
const ONE = `${ROWS} AND tenant_id = $1 AND id = $2 AND status <> 'deleted'`;

type Times = 'failing_since' | 'created_at' | 'updated_at';
type Row = Omit<AdoptedEndpoint, 'endpoint_id' | 'sealed_secret' | Times> & {
  id: string;
  sealed_secret: Buffer | null;
  failing_since: Date | null;
  created_at: Date;
  updated_at: Date;
};

/**
 * Makes events of the endpoints that an older version kept as rows only. Can be repeated after a crash.
 *
 * A row is not adopted when its secret was not sealed for its receiver: only the master key can seal one, so a row that
 * was inserted in the database does not become an event. It receives nothing, and the log names it.
 */
export async function adoptOlderEndpoints(
  store: AggregateStore,
  database: Database,
  sealer: Sealer,
  logger: Logger,
): Promise<void> {
  let endpoints = 0;
  for (let after = FIRST; ;) {
    const { rows } = await database.query<Row>(OLDER, [after]);
    const genuine = rows.filter((row) => isGenuine(row, sealer, logger));
    const objects = genuine.map((row) => ({ id: row.id, event: adopted(row) }));
    await store.beginAll(WEBHOOK_ENDPOINT, objects);
    endpoints += objects.length;
    if (rows.length < AT_ONCE) break;
    after = rows.at(-1)!.id;
  }
  if (endpoints > 0) logger.info({ endpoints }, 'webhook endpoints of earlier versions are events now');
}

/** The first event of a row that was not adopted; undefined when there is no such row. */
export async function olderEndpoint(database: Database, tenantId: string, id: string) {
  const { rows } = await database.query<Row>(ONE, [tenantId, id]);
  return rows[0] && adopted(rows[0]);
}

function isGenuine({ id, tenant_id, url, event_types, sealed_secret }: Row, sealer: Sealer, logger: Logger): boolean {
  if (sealed_secret === null) return true; // it is deleted
  try {
    openSecret(sealer, { id, tenant_id, url, event_types }, sealed_secret);
    return true;
  } catch (err) {
    logger.error({ err, endpoint_id: id }, 'a webhook is no event: its secret was not sealed for its receiver');
    return false;
  }
}

/** The event has the id of the endpoint, so that each attempt makes the same one. */
function adopted(row: Row) {
  const { id, sealed_secret, failing_since, created_at, updated_at, ...fields } = row;
  const data: AdoptedEndpoint = {
    endpoint_id: id,
    ...fields,
    sealed_secret: sealed_secret && sealed_secret.toString('base64'),
    failing_since: failing_since && failing_since.toISOString(),
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  };
  return { id, type: 'EndpointAdopted' as const, data };
}
