import type { WebhookDelivery, WebhookDeliveryDetail, WebhookEndpoint } from '@probity/contracts/webhooks/views';
import type { Sql } from '@probity/persistence/database';
import type { Page } from '../page';
import { leaveOutNull, listViews, readView } from '../views';
import type { DeliveriesQuery } from './deliveries.query';

const ENDPOINTS = `
  SELECT id, tenant_id, label, url, event_types, status, status_reason, failing_since, created_at, updated_at
  FROM webhooks.endpoints WHERE tenant_id = $1 AND status <> 'deleted'`;
const GET_ENDPOINT = `${ENDPOINTS} AND id = $2`;
const DELIVERIES = `
  SELECT id, endpoint_id, event_type, event_id, is_test, status, response_status, error, attempt_count, attempts,
    CASE WHEN status = 'failed' THEN due_at END AS next_retry_at, delivered_at, created_at
  FROM webhooks.deliveries WHERE tenant_id = $1`;
const DELIVERIES_TO = `${DELIVERIES} AND endpoint_id = $2`;
const GET_DELIVERY = `${DELIVERIES} AND id = $2`;

export type DeliveryFilter = Omit<DeliveriesQuery, keyof Page>;

/** Reads webhook endpoints and deliveries. Deleted endpoints are left out. */
export class WebhookQueries {
  constructor(private readonly sql: Sql) {}

  /** Oldest first. */
  endpoints(tenantId: string, page: Page): Promise<WebhookEndpoint[]> {
    return listViews(this.sql, ENDPOINTS, [tenantId], { order: 'created_at, id', page });
  }

  endpoint(tenantId: string, id: string): Promise<WebhookEndpoint | undefined> {
    return readView(this.sql, GET_ENDPOINT, [tenantId, id]);
  }

  /** Newest first. */
  async deliveries(
    tenantId: string,
    endpointId: string,
    page: Page,
    { status }: DeliveryFilter = {},
  ): Promise<WebhookDeliveryDetail[]> {
    const list = { where: { status }, order: 'created_at DESC, id DESC', page };
    const deliveries = await listViews<WebhookDeliveryDetail>(this.sql, DELIVERIES_TO, [tenantId, endpointId], list);
    return deliveries.map((delivery) => leaveOutNull(delivery, 'next_retry_at'));
  }

  async delivery(tenantId: string, id: string): Promise<WebhookDeliveryDetail | undefined> {
    const delivery = await readView<WebhookDeliveryDetail>(this.sql, GET_DELIVERY, [tenantId, id]);
    return delivery && leaveOutNull(delivery, 'next_retry_at');
  }
}

/** A delivery without the fields that only operators see. */
export function publicDelivery(detail: WebhookDeliveryDetail): WebhookDelivery {
  const { is_test: _test, attempts: _attempts, ...delivery } = detail;
  return delivery;
}
