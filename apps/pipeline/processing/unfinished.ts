import type { EventStore } from '@probity/event-store/event-store';
import type { Database, Sql } from '@probity/persistence/database';
import type { NoticeBoard } from '@probity/notices/notice-board';
import type { Clock } from '@probity/platform/clock';
import type { Logger } from '@probity/platform/logging';
import { claimSubjects, type PendingEvent, releaseClaim } from './claim';
import { oldestOf } from './indexed-reads';
import type { DueSubject } from './due-subjects';
import { setAsideEvent } from './set-aside-event';

/**
 * An event may end the process that works on it, for example by using up its memory. Then the claim of its subject
 * does not end, and counts as unfinished. The first time, other events were in the same process. From then on, the
 * events of all these subjects are tried one by one. So only the event that ends its process gets to this number.
 */
export const MAX_UNFINISHED = 3;

/** While an event from before the first of these claims is pending, the subject stays under suspicion. */
const SETTLE = `
  UPDATE pipeline.subjects s SET unfinished = coalesce((
    ${oldestOf('s.subject', 'pending', 'received_at <= s.unfinished_since', 1)}), false)::int
  WHERE s.subject = ANY($1)`;

/** Call it in the transaction that ends claims, after it. */
export async function settleUnfinished(sql: Sql, subjects: { subject: string; unfinished: number }[]): Promise<void> {
  const tried = subjects.filter(({ unfinished }) => unfinished > 1); // 1: the claim that has just ended
  if (tried.length > 0) await sql.query(SETTLE, [tried.map(({ subject }) => subject)]);
}

export interface SetAsideParts {
  database: Database;
  /** with personal data in clear */
  events: EventStore;
  now: Clock;
  board: Pick<NoticeBoard, 'raise'>;
  logger: Logger;
}

/** Sets aside the first event of a subject whose claims did not end. The event is dead, and those behind it continue. */
export async function setAside(parts: SetAsideParts, { subject, unfinished }: DueSubject): Promise<void> {
  const reason = `the process ended ${unfinished} times while it processed this event`;
  const claim = await parts.database.transaction((sql) => claimSubjects(sql, [{ subject, most: 1 }]));
  const given = claim.subjects.flatMap((claimed) => claimed.events);
  const dead: PendingEvent[] = [];
  for (const event of given) {
    if (await setAsideEvent(parts, claim.token, event, { attempts: unfinished, isDead: true, reason }))
      dead.push(event);
  }
  await parts.database.transaction(async (sql) => {
    await releaseClaim(sql, claim);
    await settleUnfinished(sql, claim.subjects);
  });
  for (const event of dead) await notify(parts, event, reason);
}

/** The event is set aside, also when staff get no notice: `probity_inbox_events` counts it. */
async function notify({ board, logger }: SetAsideParts, event: PendingEvent, reason: string): Promise<void> {
  const { event_id, event_type, tenant_id } = event;
  logger.error({ event_id, event_type, tenant: tenant_id }, `set an event aside: ${reason}`);
  await board
    .raise({
      tenantId: tenant_id,
      kind: 'event_set_aside',
      subject: event_id,
      severity: 'high',
      message:
        `An event is set aside as dead: ${reason}. Later events of its customer continue. ` +
        'Find out why the process ended, such as too little memory, before you rerun the event.',
      data: { event_id, event_type },
    })
    .catch((err: unknown) => logger.warn({ err, event_id }, 'cannot store a notice about an event that is set aside'));
}
