import { Injectable } from '@nestjs/common';
import { Database } from '@probity/persistence/database';
import { invalid, notFound, Refusal } from '@probity/platform/errors';
import { newId } from '@probity/platform/ids';
import { Actions } from '@probity/read-side/audit/actions';
import { endpointAction, type EndpointRequest } from '../endpoints/endpoint-audit';
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
const IS_LEASED = `
  SELECT lease_until > $4 IS TRUE AS is_leased FROM webhooks.deliveries
  WHERE tenant_id = $1 AND endpoint_id = $2 AND id = $3`;
const FAILED = `
  SELECT id FROM webhooks.deliveries
  WHERE tenant_id = $1 AND endpoint_id = $2 AND status = 'failed' AND due_at IS NULL
    AND created_at >= $3 AND created_at < $4
  ORDER BY created_at LIMIT $5`;
const REPLAY = `
  UPDATE webhooks.deliveries SET status = 'pending', due_at = $3, failures = 0
  WHERE tenant_id = $1 AND id = ANY($2) AND status = 'failed' AND due_at IS NULL`;

/** Sends deliveries again for officers, and records each request in the audit trail. */
@Injectable()
export class Redelivery {
  constructor(
    private readonly database: Database,
    private readonly actions: Actions,
  ) {}

  /**
   * Creates the delivery of a test event and returns its id.
   *
   * @throws Refusal `not_found`, `webhook_disabled`
   */
  async test(request: EndpointRequest, event: WebhookEvent, at: Date): Promise<string> {
    const { tenant_id, endpoint_id } = request;
    const { event_id, event_type, body } = event;
    await this.actions.perform(endpointAction(request, 'webhook.tested', at, { event_type, event_id }), {
      check: () => this.isActive(request),
      work: async (sql) => {
        const kept = await sql.query(KEEP_EVENT, [event_id, tenant_id, event_type, body, at]);
        await sql.query(KEEP_DELIVERY, [newId(), endpoint_id, tenant_id, event_id, event_type, at]);
        return kept.rowCount === 1;
      },
    });
    const { rows } = await this.database.query<{ id: string }>(FIND_TEST, [event_id, endpoint_id]);
    return rows[0]!.id;
  }

  /** @throws Refusal `not_found`, `webhook_disabled`, `under_way` */
  async resend(request: EndpointRequest, deliveryId: string, at: Date): Promise<void> {
    const { tenant_id, endpoint_id } = request;
    const delivery = [tenant_id, endpoint_id, deliveryId];
    const underWay = (): never => {
      throw invalid('under_way', `delivery ${deliveryId} is being sent now; check its outcome in a moment`);
    };
    await this.actions.perform(endpointAction(request, 'webhook.resent', at, { delivery_id: deliveryId }), {
      check: async () => {
        await this.isActive(request);
        const { rows } = await this.database.query<{ is_leased: boolean }>(IS_LEASED, [...delivery, at]);
        if (!rows[0]) throw notFound('delivery', deliveryId);
        return !rows[0].is_leased || underWay();
      },
      work: async (sql) => (await sql.query(RESEND, [...delivery, at])).rowCount === 1 || underWay(),
    });
  }

  /**
   * Schedules failed deliveries again and returns their number.
   *
   * @throws Refusal `not_found`, `webhook_disabled`, `contention`
   */
  async replay(request: EndpointRequest, since: Date, until: Date, limit: number, at: Date): Promise<number> {
    const { tenant_id, endpoint_id } = request;
    const { rows } = await this.database.query<{ id: string }>(FAILED, [tenant_id, endpoint_id, since, until, limit]);
    const ids = rows.map(({ id }) => id);
    const replayed = { since: since.toISOString(), until: until.toISOString(), deliveries: ids.length };
    const action = await this.actions.perform(endpointAction(request, 'webhook.replayed', at, replayed), {
      check: async () => (await this.isActive(request)) && ids.length > 0,
      work: async (sql) => {
        const { rowCount } = await sql.query(REPLAY, [tenant_id, ids, at]);
        if (rowCount === ids.length) return true;
        const message = 'other deliveries were scheduled again at the same time. No changes were made; retry.';
        throw new Refusal('overloaded', 'contention', message);
      },
    });
    return action ? (action.data as typeof replayed).deliveries : 0;
  }

  /** @throws Refusal `not_found`, `webhook_disabled` */
  private async isActive({ tenant_id, endpoint_id }: EndpointRequest): Promise<boolean> {
    const { rows } = await this.database.query<{ status: string }>(STATUS, [tenant_id, endpoint_id]);
    if (!rows[0] || rows[0].status === 'deleted') throw notFound('webhook', endpoint_id);
    if (rows[0].status === 'active') return true;
    throw invalid('webhook_disabled', `webhook ${endpoint_id} is disabled; enable it first`);
  }
}
