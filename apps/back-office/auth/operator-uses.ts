import type { FastifyRequest } from 'fastify';
import { OPERATOR_USE_STREAM_PREFIX, type OperatorUseEvent, operatorUseStream } from '@probity/contracts/staff/events';
import type { Aggregate } from '@probity/event-store/aggregate';
import type { AggregateStore } from '@probity/event-store/aggregate-store';
import { clientAddress } from '@probity/platform/http/client-address';
import { newId } from '@probity/platform/ids';
import type { TimeSource } from '@probity/platform/time-source';
import {
  projectOperatorUses,
  type RecordedOperatorUse,
  OPERATOR_USE_AUDIT,
} from '@probity/read-side/staff/operator-use-projection';
import type { TenantQueries } from '@probity/read-side/tenants/tenant-queries';
import { isSlug } from '../tenants/slug';

export const OPERATOR_USE: Aggregate<OperatorUseEvent, OperatorUseEvent> = {
  name: 'use of the operator token',
  kind: 'operator-uses',
  prefix: OPERATOR_USE_STREAM_PREFIX,
  stream: operatorUseStream,
  evolve: (_before, event) => event,
  tenantOf: (event) => (event.type === 'OperatorTokenUsed' ? event.data.tenant_id : null),
  audit: OPERATOR_USE_AUDIT,
  projection: (sql, events) => projectOperatorUses(sql, events as RecordedOperatorUse[]),
};

/** Records each use of the operator token, before the request is carried out. Without a record there is no use. */
export class OperatorUses {
  constructor(
    private readonly store: AggregateStore,
    private readonly tenants: TenantQueries,
    private readonly time: TimeSource,
  ) {}

  /** @param slug of the tenant that the request concerns */
  async record(request: FastifyRequest, slug: string | undefined): Promise<void> {
    const tenant = slug === undefined || !isSlug(slug) ? undefined : await this.tenants.tenantBySlug(slug);
    const use_id = newId();
    const data = {
      use_id,
      tenant_id: tenant?.id ?? null,
      request: `${request.method} ${request.routeOptions.url}`,
      permission: request.routeOptions.config.permission!,
      address: clientAddress(request),
      used_at: this.time.now().toISOString(),
    };
    await this.store.begin(OPERATOR_USE, use_id, { events: [{ type: 'OperatorTokenUsed', data }] });
  }
}
