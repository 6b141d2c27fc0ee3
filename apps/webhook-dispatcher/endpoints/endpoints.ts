import { Injectable } from '@nestjs/common';
import type { WebhookEventType } from '@probity/contracts/webhooks/event-types';
import type { EndpointStatus } from '@probity/contracts/webhooks/views';
import { Database, type Sql } from '@probity/persistence/database';
import { found, invalid, notFound } from '@probity/platform/errors';
import { derivedId } from '@probity/platform/ids';
import { Sealer } from '@probity/platform/sealing';
import { Actions } from '@probity/read-side/audit/actions';
import { LimitQueries } from '@probity/read-side/limits/limit-queries';
import { quotaExceeded } from '@probity/read-side/limits/quota';
import { endpointAction, type EndpointRequest } from './endpoint-audit';
import { newSigningSecret, openSecret, type SealedEndpoint, sealSecret } from './signing-secret';

const ONE_AT_A_TIME = 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))';
const COUNT = "SELECT count(*)::int AS endpoints FROM webhooks.endpoints WHERE tenant_id = $1 AND status <> 'deleted'";
const INSERT = `
  INSERT INTO webhooks.endpoints (id, tenant_id, label, url, event_types, status, sealed_secret, created_at, updated_at)
  VALUES ($1, $2, $3, $4, $5, 'active', $6, $7, $7) ON CONFLICT (id) DO NOTHING`;
const READ = `
  SELECT id, tenant_id, url, event_types, status, sealed_secret, rotation_id FROM webhooks.endpoints
  WHERE tenant_id = $1 AND id = $2 AND status <> 'deleted'`;
/** Ids of rotations grow with time, so a repeated rotation that is older than the last one changes nothing. */
const ROTATE = `
  UPDATE webhooks.endpoints SET sealed_secret = $4, rotation_id = $3, updated_at = $5
  WHERE tenant_id = $1 AND id = $2 AND status <> 'deleted' AND (rotation_id IS NULL OR rotation_id < $3)`;
const SET_STATUS = `
  UPDATE webhooks.endpoints SET status = $3, status_reason = CASE WHEN $3 = 'active' THEN NULL ELSE $4 END,
    failing_since = NULL, updated_at = $5
  WHERE tenant_id = $1 AND id = $2 AND status <> 'deleted' AND status <> $3`;
const DELETE = `
  UPDATE webhooks.endpoints SET status = 'deleted', sealed_secret = NULL, updated_at = $3
  WHERE tenant_id = $1 AND id = $2 AND status <> 'deleted'`;

const UNDER_WAY = `
  SELECT EXISTS (SELECT FROM webhooks.deliveries
    WHERE endpoint_id = $1 AND due_at IS NOT NULL AND lease_until > $2) AS yes`;

interface EndpointRow extends SealedEndpoint {
  status: EndpointStatus;
  sealed_secret: Buffer;
  rotation_id: string | null;
}

export interface NewEndpoint extends EndpointRequest {
  label: string;
  url: string;
  event_types: WebhookEventType[];
}

/** Changes endpoints, and records each change in the audit trail. */
@Injectable()
export class Endpoints {
  constructor(
    private readonly database: Database,
    private readonly sealer: Sealer,
    private readonly actions: Actions,
  ) {}

  /**
   * Creates the endpoint unless it exists; returns its secret.
   *
   * @throws Refusal `too_many_webhooks`
   */
  async create(endpoint: NewEndpoint, at: Date): Promise<string> {
    const { tenant_id, endpoint_id, label, url, event_types } = endpoint;
    const sealed = sealSecret(this.sealer, { id: endpoint_id, tenant_id, url, event_types }, newSigningSecret());
    const created = { ...endpoint, operationId: derivedId(endpoint_id, 'created') };
    await this.actions.perform(endpointAction(created, 'webhook.created', at, { label, url, event_types }), {
      check: async () => {
        if (await this.row(endpoint)) return false;
        await refuseTooMany(this.database, tenant_id, 0);
        return true;
      },
      work: async (sql) => {
        await sql.query(ONE_AT_A_TIME, [`webhooks of ${tenant_id}`]);
        const { rowCount } = await sql.query(INSERT, [endpoint_id, tenant_id, label, url, event_types, sealed, at]);
        if (rowCount === 1) await refuseTooMany(sql, tenant_id, 1);
        return rowCount === 1;
      },
    });
    return (await this.secret(endpoint)).secret;
  }

  /**
   * Replaces the secret unless this rotation has already done so. Returns the secret of this rotation.
   *
   * @throws Refusal `not_found`, `rotated_since`; `webhook_changed`: a new secret must not confirm a forged receiver
   */
  async rotate(request: EndpointRequest, rotationId: string, at: Date): Promise<string> {
    const { tenant_id, endpoint_id } = request;
    const { endpoint } = await this.secret(request);
    const sealed = sealSecret(this.sealer, endpoint, newSigningSecret());
    const rotated = { ...request, operationId: derivedId(endpoint_id, `rotated ${rotationId}`) };
    await this.actions.perform(endpointAction(rotated, 'webhook.secret_rotated', at), {
      check: async () => {
        const { rotation_id } = await this.secret(request);
        return rotation_id === null || rotation_id < rotationId;
      },
      work: async (sql) => {
        // The receiver must not change between the check and the new seal.
        await this.secret(request, sql, ' FOR UPDATE');
        return (await sql.query(ROTATE, [tenant_id, endpoint_id, rotationId, sealed, at])).rowCount === 1;
      },
    });
    const { secret, rotation_id } = await this.secret(request);
    if (rotation_id === rotationId) return secret;
    throw invalid(
      'rotated_since',
      `the secret of webhook ${endpoint_id} was rotated again in the meantime; rotate it once more`,
    );
  }

  /** @throws Refusal `not_found` */
  async setStatus(request: EndpointRequest, status: EndpointStatus, reason: string, at: Date): Promise<void> {
    const { tenant_id, endpoint_id } = request;
    const action = status === 'active' ? 'webhook.enabled' : 'webhook.disabled';
    await this.actions.perform(endpointAction({ ...request, reason }, action, at), {
      check: async () => found('webhook', endpoint_id, await this.row(request)).status !== status,
      work: async (sql) => (await sql.query(SET_STATUS, [tenant_id, endpoint_id, status, reason, at])).rowCount === 1,
    });
  }

  /** @throws Refusal `not_found` */
  async delete(request: EndpointRequest, at: Date): Promise<void> {
    const { tenant_id, endpoint_id } = request;
    const isThere = await this.row(request);
    if (!isThere) throw notFound('webhook', endpoint_id);
    const deleted = { ...request, operationId: derivedId(endpoint_id, 'deleted') };
    await this.actions.perform(endpointAction(deleted, 'webhook.deleted', at), {
      check: () => Promise.resolve(true),
      work: async (sql) => (await sql.query(DELETE, [tenant_id, endpoint_id, at])).rowCount === 1,
    });
  }

  /** Whether an attempt to the endpoint is in progress, here or in another instance. */
  async isUnderWay(endpointId: string, now: Date): Promise<boolean> {
    const { rows } = await this.database.query<{ yes: boolean }>(UNDER_WAY, [endpointId, now]);
    return rows[0]!.yes;
  }

  /** @throws Refusal `webhook_changed` */
  private async secret(
    request: EndpointRequest,
    sql: Sql = this.database,
    lock: '' | ' FOR UPDATE' = '',
  ): Promise<{ endpoint: SealedEndpoint; secret: string; rotation_id: string | null }> {
    const { endpoint_id } = request;
    const row = found('webhook', endpoint_id, await this.row(request, sql, lock));
    const { sealed_secret, rotation_id, status: _, ...endpoint } = row;
    try {
      return { endpoint, secret: openSecret(this.sealer, endpoint, sealed_secret), rotation_id };
    } catch {
      throw invalid(
        'webhook_changed',
        `the stored webhook ${endpoint.id} is not what was created, or its secret cannot be opened. No changes were made; ` +
          'delete it, create a new one, and tell the operator.',
      );
    }
  }

  /** The endpoint, unless it is deleted. */
  private async row(
    { tenant_id, endpoint_id }: EndpointRequest,
    sql: Sql = this.database,
    lock = '',
  ): Promise<EndpointRow | undefined> {
    return (await sql.query<EndpointRow>(`${READ}${lock}`, [tenant_id, endpoint_id])).rows[0];
  }
}

/** @param added whether the new endpoint is among the rows */
async function refuseTooMany(sql: Sql, tenantId: string, added: 0 | 1): Promise<void> {
  const { rows } = await sql.query<{ endpoints: number }>(COUNT, [tenantId]);
  const current = rows[0]!.endpoints - added;
  const limit = await new LimitQueries(sql).limit(tenantId, 'webhook_endpoints');
  if (current < limit) return;
  throw quotaExceeded('too_many_webhooks', 'webhook_endpoints', { limit, current, remedy: 'delete an endpoint first' });
}
