import { Injectable } from '@nestjs/common';
import { Database, type Sql } from '@probity/persistence/database';
import { invalid, notFound } from '@probity/platform/errors';
import { newId } from '@probity/platform/ids';
import { auditedBefore } from '@probity/read-side/audit/audit-entry';
import { auditEndpoint, type EndpointRequest } from '../endpoints/endpoint-audit';
import type { WebhookEvent } from '../fan-out/webhook-event';

const STATUS = 'SELECT status FROM webhooks.endpoints WHERE tenant_id = $1 AND id = $2';
const KEEP_EVENT = `
  INSERT INTO webhooks.events (event_id, tenant_id, event_type, body, created_at) VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT DO NOTHING`;
const KEEP_DELIVERY = `
  INSERT INTO webhooks.deliveries (id, endpoint_id, tenant_id, event_id, event_type, is_test, status, due_at, created_at)
  VALUES ($1, $2, $3, $4, $5, true, 'pending', $6, $6) ON CONFLICT (event_id, endpoint_id) DO NOTHING`;
const FIND_TEST = 'SELECT id FROM webhooks.deliveries WHERE event_id = $1 AND endpoint_id = $2';
/** A delivery that is still in the schedule keeps its place; a delivery that has ended starts the schedule again. */
const RESEND = `
  UPDATE webhooks.deliveries SET due_at = $4, claim = NULL, lease_until = NULL,
    status = CASE WHEN due_at IS NULL THEN 'pending' ELSE status END,
    failures = CASE WHEN due_at IS NULL THEN 0 ELSE failures END
  WHERE tenant_id = $1 AND endpoint_id = $2 AND id = $3 AND (lease_until IS NULL OR lease_until <= $4)`;
const IS_THERE = 'SELECT FROM webhooks.deliveries WHERE tenant_id = $1 AND endpoint_id = $2 AND id = $3';
const REPLAY = `
  UPDATE webhooks.deliveries d SET status = 'pending', due_at = $5, failures = 0
  FROM (
    SELECT id FROM webhooks.deliveries
    WHERE tenant_id = $1 AND endpoint_id = $2 AND status = 'failed' AND due_at IS NULL
      AND created_at >= $3 AND created_at < $4
    ORDER BY created_at LIMIT $6 FOR UPDATE SKIP LOCKED) f
  WHERE d.id = f.id`;

/** Sends deliveries again for officers, and records each request in the audit trail. */
@Injectable()
export class Redelivery {
  constructor(private readonly database: Database) {}

  /**
   * Creates the delivery of a test event and returns its id.
   *
   * @throws Refusal `not_found`, `webhook_disabled`
   */
  async test(request: EndpointRequest, event: WebhookEvent, at: Date): Promise<string> {
    const { tenant_id, endpoint_id } = request;
    const { event_id, event_type, body } = event;
    const find = async (sql: Sql): Promise<string> => {
      const { rows } = await sql.query<{ id: string }>(FIND_TEST, [event_id, endpoint_id]);
      return rows[0]!.id;
    };
    const send = async (sql: Sql): Promise<string> => {
      const kept = await sql.query(KEEP_EVENT, [event_id, tenant_id, event_type, body, at]);
      await sql.query(KEEP_DELIVERY, [newId(), endpoint_id, tenant_id, event_id, event_type, at]);
      if (kept.rowCount === 1) await auditEndpoint(sql, request, 'webhook.tested', at, { event_type, event_id });
      return find(sql);
    };
    return this.toActive(request, send, find);
  }

  /** @throws Refusal `not_found`, `webhook_disabled`, `under_way` */
  async resend(request: EndpointRequest, deliveryId: string, at: Date): Promise<void> {
    const { tenant_id, endpoint_id } = request;
    const send = async (sql: Sql): Promise<void> => {
      const { rowCount } = await sql.query(RESEND, [tenant_id, endpoint_id, deliveryId, at]);
      if (rowCount === 1) return auditEndpoint(sql, request, 'webhook.resent', at, { delivery_id: deliveryId });
      const there = await sql.query(IS_THERE, [tenant_id, endpoint_id, deliveryId]);
      if (there.rowCount === 0) throw notFound('delivery', deliveryId);
      throw invalid('under_way', `delivery ${deliveryId} is being sent now; check its outcome in a moment`);
    };
    await this.toActive(request, send, async () => {});
  }

  /**
   * Schedules failed deliveries again and returns their number.
   *
   * @throws Refusal `not_found`, `webhook_disabled`
   */
  async replay(request: EndpointRequest, since: Date, until: Date, limit: number, at: Date): Promise<number> {
    const { tenant_id, endpoint_id } = request;
    const send = async (sql: Sql): Promise<number> => {
      const { rowCount } = await sql.query(REPLAY, [tenant_id, endpoint_id, since, until, at, limit]);
      if (rowCount! > 0)
        await auditEndpoint(sql, request, 'webhook.replayed', at, { since, until, deliveries: rowCount });
      return rowCount!;
    };
    return this.toActive(request, send, async (_sql, { deliveries }) => Number(deliveries));
  }

  /** Runs `send` in a transaction if the endpoint is active; `repeated` if an earlier attempt has done so. */
  private toActive<T>(
    { tenant_id, endpoint_id, operationId }: EndpointRequest,
    send: (sql: Sql) => Promise<T>,
    repeated: (sql: Sql, audited: Record<string, unknown>) => Promise<T>,
  ): Promise<T> {
    return this.database.transaction(async (sql) => {
      const audited = await auditedBefore(sql, 'webhooks', operationId);
      if (audited) return repeated(sql, audited);
      const { rows } = await sql.query<{ status: string }>(STATUS, [tenant_id, endpoint_id]);
      if (!rows[0] || rows[0].status === 'deleted') throw notFound('webhook', endpoint_id);
      if (rows[0].status === 'active') return send(sql);
      throw invalid('webhook_disabled', `webhook ${endpoint_id} is disabled; enable it first`);
    });
  }
}
