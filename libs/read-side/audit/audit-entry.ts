import type { ActorType } from '@probity/contracts/customers/events';
import type { RecordedEvent } from '@probity/event-store/event-store';
import type { Sql } from '@probity/persistence/database';

/** What the audit trail says of one event. */
export interface AuditEntry {
  /** of the event */
  id: string;
  /** null: it concerns all tenants */
  tenant_id: string | null;
  subject_type: 'customer' | 'alert' | 'case';
  subject_id: string;
  /** `<subject>.<what happened>` */
  action: string;
  actor_type: ActorType;
  /** `staff:<name>`, `provider:<name>`, `institution` or `system` */
  actor: string;
  reason: string | null;
  /** the ingested event that led to it, or else the trace of the request */
  cause: string | null;
  data: Record<string, unknown>;
  at: string;
}

const INSERT = `
  INSERT INTO customer_risk.audit_events (id, tenant_id, subject_type, subject_id, action, actor_type, actor, reason,
    cause, data, at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT (id) DO NOTHING`;

/** Adds an entry to the trail of customer-risk. The same entry again changes nothing. */
export async function recordAudit(sql: Sql, entry: AuditEntry): Promise<void> {
  await sql.query(INSERT, [
    entry.id,
    entry.tenant_id,
    entry.subject_type,
    entry.subject_id,
    entry.action,
    entry.actor_type,
    entry.actor,
    entry.reason,
    entry.cause,
    JSON.stringify(entry.data),
    entry.at,
  ]);
}

/** The name under which an actor stands in the trail. */
export function auditActor(type: ActorType, name: string): string {
  if (type !== 'staff' && type !== 'provider') return type;
  return name.startsWith(`${type}:`) ? name : `${type}:${name}`;
}

/** What led to an event: the ingested event if there is one, or else the request's trace. */
export const auditCause = (eventId: string | undefined, { metadata }: RecordedEvent): string | null =>
  eventId ?? metadata?.traceparent ?? null;
