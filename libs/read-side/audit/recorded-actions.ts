import { NIL } from 'uuid';
import type { AuditSubject } from '@probity/contracts/audit/words';
import type { Aggregate } from '@probity/event-store/aggregate';
import { auditedBy } from '@probity/event-store/audit/audit-trail';
import type { RecordedEvent } from '@probity/event-store/event-store';
import { type AuditEntry, auditOf, recordAudits } from './audit-entry';
import { TRAILS } from './trails';

/** What staff or an institution did to something that has no stream of its own. */
export interface ActionRecorded {
  action_id: string;
  tenant_id: string | null;
  subject_type: AuditSubject;
  subject_id: string;
  action: string;
  actor: string;
  actor_name: string | null;
  reason: string | null;
  data: object;
  /** ISO 8601 */
  recorded_at: string;
}

/** The entries of earlier versions, which were rows only, have become events. It is the first event of its stream. */
export interface OlderEntriesAdopted {
  action_id: string;
  entries: number;
}

export type ActionEvent =
  { type: 'ActionRecorded'; data: ActionRecorded } | { type: 'OlderEntriesAdopted'; data: OlderEntriesAdopted };

/** The services with such actions. */
export type ActingTrail = 'pipeline' | 'webhooks';

/** The stream which says that older entries were adopted. */
export const ADOPTION = NIL;

/** Each action is a stream with one event. It is not published. */
export const actionsOf = (trail: ActingTrail): Aggregate<ActionEvent, ActionEvent> => ({
  name: 'action',
  kind: `${trail}-actions`,
  prefix: `action-${trail}-`,
  stream: (id) => `action-${trail}-${id}`,
  evolve: (_before, event) => event,
  tenantOf: (event) => (event.type === 'ActionRecorded' ? event.data.tenant_id : null),
  audit: auditedBy(TRAILS[trail], actionAudit),
  projection: (sql, events) => {
    const own = events.filter(({ isForeign }) => !isForeign) as RecordedAction[];
    return recordAudits(
      sql,
      trail,
      own.map(actionAudit).filter((entry) => entry !== undefined),
    );
  },
});

type RecordedAction = RecordedEvent & ActionEvent;

function actionAudit(event: RecordedAction): AuditEntry | undefined {
  if (event.type !== 'ActionRecorded') return undefined;
  const { action_id: _, recorded_at: at, ...entry } = event.data;
  return auditOf(event, { ...entry, at });
}
