import { randomUUID } from 'node:crypto';
import type { Database } from '@probity/persistence/database';

const AT = '2026-03-01T10:00:00.000Z';
const FAILED = {
  id: randomUUID(),
  number: 1,
  at: AT,
  duration_ms: 31,
  response_status: 503,
  error: 'the receiver returned 503',
};

/** Stores an endpoint as the dispatcher does and returns the view that staff get of it. */
export async function storeEndpoint(owner: Database, tenantId: string, more: object = {}): Promise<any> {
  const endpoint = {
    id: randomUUID(),
    tenant_id: tenantId,
    label: 'core banking',
    url: 'https://bank.example/hooks',
    event_types: ['alert.created'],
    status: 'active',
    status_reason: null,
    failing_since: null,
    created_at: AT,
    updated_at: AT,
    ...more,
  };
  const sealed_secret = endpoint.status === 'deleted' ? null : Buffer.from('sealed');
  await insert(owner, 'endpoints', { ...endpoint, sealed_secret });
  return endpoint;
}

/** Stores a delivery, by default a permanently failed one, and returns the view that staff get of it. */
export async function storeDelivery(
  owner: Database,
  endpoint: { id: string; tenant_id: string },
  more: object = {},
): Promise<any> {
  const delivery = {
    id: randomUUID(),
    endpoint_id: endpoint.id,
    event_id: randomUUID(),
    event_type: 'alert.created',
    is_test: false,
    status: 'failed',
    response_status: 503,
    error: FAILED.error,
    attempt_count: 1,
    attempts: [FAILED],
    delivered_at: null,
    created_at: AT,
    ...more,
  };
  const attempts = JSON.stringify(delivery.attempts);
  await insert(owner, 'deliveries', { ...delivery, tenant_id: endpoint.tenant_id, attempts });
  return delivery;
}

async function insert(owner: Database, table: string, row: object): Promise<void> {
  const places = Object.keys(row).map((_name, index) => `$${index + 1}`);
  const sql = `INSERT INTO webhooks.${table} (${Object.keys(row).join(', ')}) VALUES (${places.join(', ')})`;
  await owner.query(sql, Object.values(row));
}
