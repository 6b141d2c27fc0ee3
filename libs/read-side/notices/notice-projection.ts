import { NOTICE_STREAM_PREFIX, type NoticeEvent } from '@probity/contracts/notices/events';
import { auditedBy } from '@probity/event-store/audit/audit-trail';
import type { RecordedEvent } from '@probity/event-store/event-store';
import type { ProjectedTables } from '@probity/event-store/rebuild/projected-tables';
import type { Sql } from '@probity/persistence/database';
import { type AuditEntry, auditOf, recordAudit, shownActor } from '../audit/audit-entry';
import { TRAILS } from '../audit/trails';
import { passOver, refuseGap } from '../refuse-gap';

export type RecordedNoticeEvent = RecordedEvent & NoticeEvent;

const RAISE = `
  INSERT INTO platform.notices AS n
    (id, tenant_id, kind, subject, status, severity, message, data, occurrence, raised_at, revision)
  SELECT $1::uuid, $2::uuid, $3, $4, 'open', $5, $6, $7::json, $8::integer, $9::timestamptz, $10::bigint
  WHERE $10::bigint = 0 OR EXISTS (SELECT FROM platform.notices WHERE id = $1::uuid)
  ON CONFLICT (id) DO UPDATE SET status = 'open', kind = excluded.kind, subject = excluded.subject,
    severity = excluded.severity, message = excluded.message, data = excluded.data, occurrence = excluded.occurrence,
    raised_at = excluded.raised_at, settled_at = NULL, settled_by = NULL, settled_reason = NULL, revision = excluded.revision
    WHERE n.revision = excluded.revision - 1 AND n.tenant_id IS NOT DISTINCT FROM excluded.tenant_id`;
const SETTLE = `
  UPDATE platform.notices SET status = 'settled', settled_at = $3, settled_by = $4, settled_reason = $5, revision = $2
  WHERE id = $1 AND revision = $2 - 1 AND tenant_id IS NOT DISTINCT FROM $6`;
const REFLECTED = 'SELECT revision FROM platform.notices WHERE id = $1';
export const NOTICE_ROW = { table: 'platform.notices', prefix: NOTICE_STREAM_PREFIX };
export const NOTICE_TABLES: ProjectedTables = {
  replaced: [{ table: 'platform.notices' }],
  completed: [],
};

/**
 * Brings the read side of one notice forward. The notice's row guards it: an event seen again is skipped.
 *
 * @throws ReadSideBehind when events are missing between the row and the first event, or one names another tenant
 */
export async function projectNoticeEvents(sql: Sql, events: RecordedNoticeEvent[]): Promise<void> {
  for (const event of events) {
    if (await passOver(sql, NOTICE_ROW, event)) continue;
    const isNew = event.type === 'NoticeRaised' ? await raise(sql, event) : await settle(sql, event);
    if (isNew) await recordAudit(sql, 'platform', noticeAudit(event));
    else await refuseGap(sql, REFLECTED, event.data.notice_id, event);
  }
}

async function raise(sql: Sql, event: Extract<RecordedNoticeEvent, { type: 'NoticeRaised' }>): Promise<boolean> {
  const { notice_id, tenant_id, kind, subject, severity, message, data, occurrence, raised_at } = event.data;
  const content = [severity, message, JSON.stringify(data), occurrence, raised_at];
  const row = [notice_id, tenant_id, kind, subject, ...content, event.revision];
  return (await sql.query(RAISE, row)).rowCount === 1;
}

async function settle(sql: Sql, event: Extract<RecordedNoticeEvent, { type: 'NoticeSettled' }>): Promise<boolean> {
  const { notice_id, tenant_id, settled_at, reason } = event.data;
  const settled = [notice_id, event.revision, settled_at, shownActor(event.data), reason, tenant_id];
  return (await sql.query(SETTLE, settled)).rowCount === 1;
}

function noticeAudit(event: RecordedNoticeEvent): AuditEntry {
  const { notice_id: subject_id, kind, subject, occurrence } = event.data;
  const about = { subject_type: 'notice' as const, subject_id };
  const data = { kind, subject, occurrence };
  const entry =
    event.type === 'NoticeRaised'
      ? {
          action: 'notice.raised',
          actor: 'system',
          reason: event.data.message,
          data: { ...data, severity: event.data.severity },
          at: event.data.raised_at,
        }
      : { action: 'notice.settled', actor: event.data.actor, data, at: event.data.settled_at };
  return auditOf(event, { ...about, ...entry });
}

export const NOTICE_AUDIT = auditedBy(TRAILS.platform, noticeAudit);
