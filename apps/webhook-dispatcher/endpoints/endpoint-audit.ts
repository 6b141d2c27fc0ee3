import type { ActionToRecord } from '@probity/read-side/audit/actions';

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

/** An action on an endpoint, as it is recorded. */
export function endpointAction(
  { tenant_id, endpoint_id, actor, actor_name = null, operationId, reason = null }: EndpointActionRequest,
  action: string,
  at: Date,
  data: object = {},
): ActionToRecord {
  const about = { tenant_id, subject_type: 'webhook' as const, subject_id: endpoint_id };
  return { id: operationId, ...about, action, actor, actor_name, reason, data, at };
}

type EndpointActionRequest = Omit<EndpointRequest, 'reason'> & { reason?: string | null };
