import type {
  DeliveryAttempt,
  DeliveryStatus,
  EndpointStatus,
  WebhookDelivery,
  WebhookDeliveryDetail,
  WebhookEndpoint,
} from '@probity/contracts/webhooks/views';
import type { WebhookEventType } from '@probity/contracts/webhooks/event-types';
import type { Sql } from '@probity/persistence/database';
import { listConditions } from '../list-conditions';
import type { Page } from '../page';

const ENDPOINTS = `
  SELECT id, tenant_id, label, url, event_types, status, status_reason, failing_since, created_at, updated_at
  FROM webhooks.endpoints WHERE tenant_id = $1 AND status <> 'deleted'`;
const LIST_ENDPOINTS = `${ENDPOINTS} ORDER BY created_at, id LIMIT $2 OFFSET $3`;
const GET_ENDPOINT = `${ENDPOINTS} AND id = $2`;
const DELIVERIES = `
  SELECT id, endpoint_id, event_type, event_id, is_test, status, response_status, error, attempt_count, attempts,
    due_at, delivered_at, created_at
  FROM webhooks.deliveries WHERE tenant_id = $1`;
const GET_DELIVERY = `${DELIVERIES} AND id = $2`;

interface EndpointRow {
  id: string;
  tenant_id: string;
  label: string;
  url: string;
  event_types: WebhookEventType[];
  status: EndpointStatus;
  status_reason: string | null;
  failing_since: Date | null;
  created_at: Date;
  updated_at: Date;
}

interface DeliveryRow {
  id: string;
  endpoint_id: string;
  event_type: string;
  event_id: string;
  is_test: boolean;
  status: DeliveryStatus;
  response_status: number | null;
  error: string | null;
  attempt_count: number;
  attempts: DeliveryAttempt[];
  due_at: Date | null;
  delivered_at: Date | null;
  created_at: Date;
}

export interface DeliveryFilter {
  status?: DeliveryStatus;
}

/** Reads of webhook endpoints and deliveries. An endpoint that was deleted is not there. */
export class WebhookQueries {
  constructor(private readonly sql: Sql) {}

  /** Oldest first. */
  async endpoints(tenantId: string, { limit, offset }: Page): Promise<WebhookEndpoint[]> {
    const { rows } = await this.sql.query<EndpointRow>(LIST_ENDPOINTS, [tenantId, limit, offset]);
    return rows.map(endpointOf);
  }

  async endpoint(tenantId: string, id: string): Promise<WebhookEndpoint | undefined> {
    const { rows } = await this.sql.query<EndpointRow>(GET_ENDPOINT, [tenantId, id]);
    return rows[0] && endpointOf(rows[0]);
  }

  /** Newest first. */
  async deliveries(
    tenantId: string,
    endpointId: string,
    { limit, offset }: Page,
    { status }: DeliveryFilter = {},
  ): Promise<WebhookDeliveryDetail[]> {
    const { where, values } = listConditions([tenantId, endpointId, limit, offset], [['status = ?', status]]);
    const { rows } = await this.sql.query<DeliveryRow>(
      `${DELIVERIES} AND endpoint_id = $2${where} ORDER BY created_at DESC, id DESC LIMIT $3 OFFSET $4`,
      values,
    );
    return rows.map(deliveryDetail);
  }

  async delivery(tenantId: string, id: string): Promise<WebhookDeliveryDetail | undefined> {
    const { rows } = await this.sql.query<DeliveryRow>(GET_DELIVERY, [tenantId, id]);
    return rows[0] && deliveryDetail(rows[0]);
  }
}

function endpointOf({ created_at, updated_at, failing_since, ...rest }: EndpointRow): WebhookEndpoint {
  return {
    ...rest,
    failing_since: failing_since?.toISOString() ?? null,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  };
}

function deliveryDetail({ due_at, delivered_at, created_at, ...row }: DeliveryRow): WebhookDeliveryDetail {
  return {
    ...row,
    ...(row.status === 'failed' && due_at ? { next_retry_at: due_at.toISOString() } : {}),
    delivered_at: delivered_at?.toISOString() ?? null,
    created_at: created_at.toISOString(),
  };
}

/** A delivery as institutions see it. */
export function publicDelivery(detail: WebhookDeliveryDetail): WebhookDelivery {
  const { is_test: _test, attempts: _attempts, ...delivery } = detail;
  return delivery;
}
