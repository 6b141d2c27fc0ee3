import type { RecordedEvent } from '@probity/event-store/event-store';
import type { Sql } from '@probity/persistence/database';

export interface AuditRecord {
  /** null for what concerns all tenants */
  tenantId: string | null;
  subject: { type: string; id: string };
  /** such as `watchlist.imported` */
  action: string;
  /** `staff:<name>`, `institution` or `system` */
  actor: string;
  reason?: string;
  data: object;
  at: string;
}

const RECORD = `
  INSERT INTO pipeline.audit_events
    (id, tenant_id, subject_type, subject_id, action, actor_type, actor, reason, cause, data, at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT (id) DO NOTHING`;

/** Adds what an event says to the audit trail, once. */
export async function recordAudit(
  sql: Sql,
  event: Pick<RecordedEvent, 'id' | 'metadata'>,
  record: AuditRecord,
): Promise<void> {
  const { tenantId, subject, action, actor, reason, data, at } = record;
  await sql.query(RECORD, [
    event.id,
    tenantId,
    subject.type,
    subject.id,
    action,
    actor.split(':', 1)[0],
    actor,
    reason ?? null,
    event.metadata?.traceparent ?? null,
    JSON.stringify(data),
    at,
  ]);
}
