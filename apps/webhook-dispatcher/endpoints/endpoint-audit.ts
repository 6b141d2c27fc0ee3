import type { Sql } from '@probity/persistence/database';
import { newId } from '@probity/platform/ids';
import { recordAudit } from '@probity/read-side/audit/audit-entry';

/** The endpoint of a request, and the actor. */
export interface EndpointRequest {
  tenant_id: string;
  endpoint_id: string;
  actor: string;
  /** of an account of staff */
  actor_name?: string | null;
  /** of staff */
  reason?: string;
  /** of an operation with an Idempotency-Key */
  operationId?: string;
}

/** Records a change of an endpoint in the audit trail, in the transaction of the change. */
export function auditEndpoint(
  sql: Sql,
  { tenant_id, endpoint_id, actor, actor_name = null, operationId = newId(), ...request }: EndpointRequest,
  action: string,
  at: Date,
  data: object = {},
  reason: string | null = request.reason ?? null,
): Promise<void> {
  const subject = { id: operationId, tenant_id, subject_type: 'webhook' as const, subject_id: endpoint_id };
  return recordAudit(sql, 'webhooks', { ...subject, action, actor, actor_name, reason, cause: null, data, at });
}
