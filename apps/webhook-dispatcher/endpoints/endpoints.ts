import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { EndpointStatus } from '@probity/contracts/webhooks/views';
import { AggregateStore, type Decision } from '@probity/event-store/aggregate-store';
import type { Loaded } from '@probity/event-store/aggregate';
import { AppendRejected } from '@probity/event-store/event-store';
import { refusedInTransaction } from '@probity/event-store/refused-in-transaction';
import { Database, type Sql } from '@probity/persistence/database';
import { found, invalid, notFound } from '@probity/platform/errors';
import { derivedId } from '@probity/platform/ids';
import { Sealer } from '@probity/platform/sealing';
import { LimitQueries } from '@probity/read-side/limits/limit-queries';
import { quotaExceeded } from '@probity/read-side/limits/quota';
import type { EndpointChange, EndpointEvent, Receiver } from '@probity/read-side/webhooks/endpoint-events';
import { olderEndpoint } from './adopt-older-endpoints';
import type { EndpointRequest } from './endpoint-audit';
import { newSigningSecret, openSecret, type SealedEndpoint, sealSecret } from './signing-secret';
import { type EndpointState, WEBHOOK_ENDPOINT } from './webhook-endpoint';

const ONE_AT_A_TIME = 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))';
const COUNT = "SELECT count(*)::int AS endpoints FROM webhooks.endpoints WHERE tenant_id = $1 AND status <> 'deleted'";
const READ = `
  SELECT id, tenant_id, url, event_types, sealed_secret, rotation_id FROM webhooks.endpoints
  WHERE tenant_id = $1 AND id = $2 AND status <> 'deleted'`;
const REVISION = 'SELECT revision FROM webhooks.endpoints WHERE id = $1';
const FAILING_SINCE = 'SELECT failing_since FROM webhooks.endpoints WHERE id = $1';

const UNDER_WAY = `
  SELECT EXISTS (SELECT FROM webhooks.deliveries
    WHERE endpoint_id = $1 AND due_at IS NOT NULL AND lease_until > $2) AS yes`;

const MAX_KNOWN = 10_000;
/** How long an endpoint counts as not deleted without a look at its events. */
const KNOWN_MS = 60_000;

interface EndpointRow extends SealedEndpoint {
  sealed_secret: Buffer;
  rotation_id: string | null;
}

export type NewEndpoint = EndpointRequest & Receiver;

/** Changes endpoints. The entries of the audit trail come from the events. */
@Injectable()
export class Endpoints {
  /** the endpoints that are not deleted */
  private readonly known = new LRUCache<string, true>({ max: MAX_KNOWN, ttl: KNOWN_MS });

  constructor(
    private readonly database: Database,
    private readonly sealer: Sealer,
    private readonly store: AggregateStore,
  ) {}

  /**
   * Creates the endpoint unless it exists; returns its secret.
   *
   * @throws Refusal `too_many_webhooks`
   */
  async create(endpoint: NewEndpoint, at: Date): Promise<string> {
    const { tenant_id, endpoint_id: id, label, url, event_types } = endpoint;
    if (!(await this.store.load(WEBHOOK_ENDPOINT, id))) await refuseTooMany(this.database, tenant_id);
    const sealed = sealSecret(this.sealer, { id, tenant_id, url, event_types }, newSigningSecret());
    const data = { ...changeOf(endpoint, at), label, url, event_types, sealed_secret: sealed.toString('base64') };
    const event = { id: derivedId(id, 'created'), type: 'EndpointCreated' as const, data };
    const before = async (sql: Sql, atomic: boolean): Promise<void> => {
      if (!atomic) return; // the event is stored, and cannot be undone
      await sql.query(ONE_AT_A_TIME, [`webhooks of ${tenant_id}`]);
      await refuseTooMany(sql, tenant_id);
    };
    await this.store.begin(WEBHOOK_ENDPOINT, id, { events: [event], before }).catch(refusedInTransaction);
    return (await this.secret(endpoint)).secret;
  }

  /**
   * Replaces the secret unless this rotation has already done so. Returns the secret of this rotation.
   *
   * @throws Refusal `not_found`, `rotated_since`; `webhook_changed`: a new secret must not confirm a forged receiver
   */
  async rotate(request: EndpointRequest, rotationId: string, at: Date): Promise<string> {
    await this.secret(request);
    await this.change(request, ({ state }) => {
      // Ids of rotations grow with time, so a repeated rotation that is older than the last one changes nothing.
      if (state.rotation_id !== null && state.rotation_id >= rotationId) return undefined;
      const { endpoint_id: id, tenant_id, url, event_types } = state;
      const sealed = sealSecret(this.sealer, { id, tenant_id, url, event_types }, newSigningSecret());
      const secret = { rotation_id: rotationId, sealed_secret: sealed.toString('base64') };
      const event = { type: 'EndpointSecretRotated' as const, data: { ...changeOf(request, at), ...secret } };
      return { events: [{ id: derivedId(id, `rotated ${rotationId}`), ...event }] };
    });
    const { secret, rotation_id } = await this.secret(request);
    if (rotation_id === rotationId) return secret;
    throw invalid(
      'rotated_since',
      `the secret of webhook ${request.endpoint_id} was rotated again in the meantime; rotate it once more`,
    );
  }

  /** @throws Refusal `not_found` */
  async setStatus(request: EndpointRequest, status: EndpointStatus, reason: string, at: Date): Promise<void> {
    const data = changeOf({ ...request, reason }, at);
    await this.change(request, ({ state, events }) => {
      const isRepeat = request.operationId !== undefined && events.some(({ id }) => id === request.operationId);
      if (isRepeat || state.status === status) return undefined;
      const event: EndpointEvent =
        status === 'active'
          ? { type: 'EndpointEnabled', data }
          : { type: 'EndpointDisabled', data: { ...data, failing_since: null } };
      return { events: [{ ...event, id: request.operationId }] };
    });
  }

  /**
   * Disables an active endpoint because of a delivery. Returns whether it did.
   *
   * @param failingSince null: whenever the endpoint began to fail. Otherwise it must have failed since then: a success
   * at the same time counts more.
   */
  async disableFailing(
    request: EndpointRequest & { reason: string },
    deliveryId: string,
    failingSince: Date | null,
    at: Date,
  ): Promise<boolean> {
    const { endpoint_id } = request;
    const since = (sql: Sql, lock = '') => this.failingSince(sql, endpoint_id, lock);
    const decide = async (loaded: Loaded<EndpointState, EndpointEvent> | undefined) => {
      const now = await since(this.database);
      if (loaded?.state.status !== 'active' || !isSince(now, failingSince)) return undefined;
      const failing = { delivery_id: deliveryId, failing_since: now?.toISOString() ?? null };
      const event = { type: 'EndpointDisabled' as const, data: { ...changeOf(request, at), ...failing } };
      const before = async (sql: Sql, atomic: boolean): Promise<void> => {
        if (atomic && !isSince(await since(sql, ' FOR UPDATE'), failingSince)) throw new WorksAgain();
      };
      return { events: [event], before };
    };
    try {
      return (await this.store.change(WEBHOOK_ENDPOINT, endpoint_id, decide)).decided !== undefined;
    } catch (error) {
      if (error instanceof AppendRejected && error.cause instanceof WorksAgain) return false;
      throw error;
    }
  }

  /** @throws Refusal `not_found` */
  async delete(request: EndpointRequest, at: Date): Promise<void> {
    const { tenant_id, endpoint_id } = request;
    const event = { type: 'EndpointDeleted' as const, data: changeOf(request, at) };
    const deleted = { id: derivedId(endpoint_id, 'deleted'), ...event };
    const older = await olderEndpoint(this.database, tenant_id, endpoint_id);
    // A row that was not adopted, because its secret may not be Probity's, becomes events together with its end.
    const begun = older && !(await this.store.begin(WEBHOOK_ENDPOINT, endpoint_id, { events: [older, deleted] }));
    if (!begun) await this.change(request, () => ({ events: [deleted] }));
    this.known.delete(endpoint_id);
  }

  /**
   * Whether the endpoint was deleted, which is for ever. A row that was made active again in the database, with an old
   * secret that is still in the events, hides it for a minute at most.
   */
  async isDeletedInEvents(endpointId: string): Promise<boolean> {
    if (this.known.has(endpointId)) return false;
    const { rows } = await this.database.query<{ revision: string }>(REVISION, [endpointId]);
    // What follows the row says it, unless that is nothing of Probity, or the row was changed.
    const from = Math.max(0, Number(rows[0]?.revision ?? 0));
    const isDeleted =
      (await this.isDeletedFrom(endpointId, from)) ?? (await this.isDeletedFrom(endpointId, 0)) ?? false;
    if (!isDeleted) this.known.set(endpointId, true);
    return isDeleted;
  }

  /** Undefined when there are no events from this revision on. A deleted endpoint has no later events. */
  private async isDeletedFrom(endpointId: string, from: number): Promise<boolean | undefined> {
    let isDeleted: boolean | undefined;
    for await (const { type, data } of this.store.history(WEBHOOK_ENDPOINT, endpointId, { from }))
      isDeleted = type === 'EndpointDeleted' || (type === 'EndpointAdopted' && data.status === 'deleted');
    return isDeleted;
  }

  /** Whether an attempt to the endpoint is in progress, here or in another instance. */
  async isUnderWay(endpointId: string, now: Date): Promise<boolean> {
    const { rows } = await this.database.query<{ yes: boolean }>(UNDER_WAY, [endpointId, now]);
    return rows[0]!.yes;
  }

  /** Changes an endpoint that is not deleted. @throws Refusal `not_found` */
  private async change(
    { tenant_id, endpoint_id }: EndpointRequest,
    decide: (loaded: Loaded<EndpointState, EndpointEvent>) => Decision<EndpointEvent> | undefined,
  ): Promise<void> {
    await this.store.changeOf(tenant_id, WEBHOOK_ENDPOINT, endpoint_id, (loaded) => {
      if (loaded.state.status === 'deleted') throw notFound('webhook', endpoint_id);
      return decide(loaded);
    });
  }

  /** The secret as the dispatcher opens it. @throws Refusal `not_found`, `webhook_changed` */
  private async secret({ tenant_id, endpoint_id }: EndpointRequest): Promise<{
    secret: string;
    rotation_id: string | null;
  }> {
    const { rows } = await this.database.query<EndpointRow>(READ, [tenant_id, endpoint_id]);
    const { sealed_secret, rotation_id, ...endpoint } = found('webhook', endpoint_id, rows[0]);
    try {
      return { secret: openSecret(this.sealer, endpoint, sealed_secret), rotation_id };
    } catch {
      throw invalid(
        'webhook_changed',
        `the stored webhook ${endpoint.id} is not what was created, or its secret cannot be opened. No changes were made; ` +
          'delete it, create a new one, and tell the operator.',
      );
    }
  }

  private async failingSince(sql: Sql, endpointId: string, lock: string): Promise<Date | null> {
    const { rows } = await sql.query<{ failing_since: Date | null }>(`${FAILING_SINCE}${lock}`, [endpointId]);
    return rows[0]?.failing_since ?? null;
  }
}

/** Thrown to undo the append: a delivery succeeded meanwhile. */
class WorksAgain extends Error {}

const isSince = (now: Date | null, wanted: Date | null): boolean =>
  wanted === null || now?.getTime() === wanted.getTime();

const changeOf = (
  { tenant_id, endpoint_id, actor, actor_name = null, reason }: EndpointRequest,
  at: Date,
): EndpointChange => ({ endpoint_id, tenant_id, actor, actor_name, reason: reason ?? null, at: at.toISOString() });

async function refuseTooMany(sql: Sql, tenantId: string): Promise<void> {
  const { rows } = await sql.query<{ endpoints: number }>(COUNT, [tenantId]);
  const current = rows[0]!.endpoints;
  const limit = await new LimitQueries(sql).limit(tenantId, 'webhook_endpoints');
  if (current < limit) return;
  throw quotaExceeded('too_many_webhooks', 'webhook_endpoints', { limit, current, remedy: 'delete an endpoint first' });
}
