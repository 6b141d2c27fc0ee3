import { LRUCache } from 'lru-cache';
import { NIL } from 'uuid';
import type { Severity } from '@probity/contracts/alerts/events';
import {
  NOTICE_STREAM_PREFIX,
  type NoticeEvent,
  type NoticeRaised,
  noticeStream,
} from '@probity/contracts/notices/events';
import type { NoticeKind } from '@probity/contracts/notices/words';
import type { Aggregate, Loaded, Projection } from '@probity/event-store/aggregate';
import type { AggregateStore } from '@probity/event-store/aggregate-store';
import { invalid, notFound } from '@probity/platform/errors';
import { derivedId, newId } from '@probity/platform/ids';
import type { TimeSource } from '@probity/platform/time-source';
import {
  NOTICE_ROW,
  NOTICE_TABLES,
  projectNoticeEvents,
  NOTICE_AUDIT,
} from '@probity/read-side/notices/notice-projection';
import { isRaisedAs, nextOccurrence } from './raised-as';
import type { Officer } from '@probity/contracts/staff/officer';
import { officerActor, shownActor } from '@probity/read-side/audit/audit-entry';

/** For this long a board trusts what it knows of a notice, which another process may change. */
export const KNOWN_MS = 60_000;
/** A notice is open for this long at least, so that a part that fails and recovers in turn adds few events. */
export const MIN_OPEN_MS = 60_000;
/**
 * A notice that is open with another content is raised again at most once in this time by each board, so that boards with
 * different contents add few events. One of another severity is raised again at once.
 */
export const OTHER_CONTENT_MS = 3_600_000;
/** A board may forget a notice: then it reads the notice again. */
const MAX_KNOWN = 10_000;

/** A notice as its last event says. */
const NOTICE: Aggregate<NoticeEvent, NoticeEvent> = {
  name: 'notice',
  kind: 'notices',
  isAuthenticated: false,
  prefix: NOTICE_STREAM_PREFIX,
  stream: noticeStream,
  evolve: (_before, event) => event,
  tenantOf: ({ data }) => data.tenant_id,
  row: NOTICE_ROW,
  tables: NOTICE_TABLES,
  audit: NOTICE_AUDIT,
  projection: projectNoticeEvents,
  decidesOnReadSide: true,
};

/** The read side of notices. One service follows it where an append and its projection are not one transaction. */
export const NOTICE_PROJECTION: Projection = NOTICE;

/** What a notice is about. The same concern is the same notice, however often it is raised. */
export interface Concern {
  /** null: all tenants */
  tenantId: string | null;
  kind: NoticeKind;
  /** which part of Probity, such as `screening/yente` */
  subject: string;
}

/** What staff read. It has no secret and no personal data. */
export interface Notice extends Concern {
  severity: Severity;
  /** one or two sentences: what is wrong, its effect, and what to do */
  message: string;
  data: Record<string, unknown>;
}

/** The next content of a notice, or why it needs no attention any more. */
export type Revision = Omit<Notice, keyof Concern> | { settle: string };

/** An event whose content a board trusts. */
interface Genuine {
  event: string;
  /** when the board saw it, epoch milliseconds */
  at: number;
}

interface Known {
  isOpen: boolean;
  /** epoch milliseconds */
  readAt: number;
  /** epoch milliseconds, of an open notice */
  raisedAt: number;
}

/**
 * Raises and settles notices: messages to staff about Probity itself. A service can raise the same notice for every
 * event that it processes, and settle it for every event that went well: both cost nothing while the board knows
 * that nothing changes.
 *
 * Guarantees: a notice that is open is not raised again. The number of appended events is bounded by two per notice
 * and MIN_OPEN_MS. Events of notices have no MAC, so a board trusts only what it raised, or would raise: a notice that
 * was raised with another content, as the owner of the database can do to keep it from staff, is raised again.
 *
 * Not guaranteed: that a notice opens again at once after another process settled it. Until KNOWN_MS have passed, a
 * board may take it for open.
 */
export class NoticeBoard {
  private readonly known = new LRUCache<string, Known>({ max: MAX_KNOWN });
  /** the event that this board raised, or found with the content that it would raise, by the id of the notice */
  private readonly genuine = new LRUCache<string, Genuine>({ max: MAX_KNOWN });
  /** of calls that are under way; the same call again waits for it */
  private readonly underWay = new Map<string, Promise<void>>();

  constructor(
    private readonly store: AggregateStore,
    private readonly time: TimeSource,
  ) {}

  /**
   * Raises the notice, unless it is open. If another content was raised that this board does not know, raises it again.
   *
   * @throws Refusal `contention`, `outcome_unknown`; and errors of the database. Work that must not fail because of
   * a notice logs them and goes on: the next call tries again.
   */
  async raise(notice: Notice): Promise<void> {
    const id = noticeId(notice);
    if (this.current(id)?.isOpen) return;
    await this.once(`raise ${id}`, async () => {
      const { loaded, decided } = await this.store.change(NOTICE, id, (before) =>
        before && this.isRaised(id, notice, before) ? undefined : this.raising(notice, before?.state),
      );
      this.remember(id, decided?.events[0] ?? loaded!.state);
      if (decided) this.trust(id, decided.events[0]!.id);
    });
  }

  /**
   * Settles a notice whose cause has ended, if it is open. Within MIN_OPEN_MS after it was raised, this does nothing;
   * call it again when the next piece of work goes well.
   *
   * @param reason one sentence that says why it needs no attention any more
   * @throws Refusal `contention`, `outcome_unknown`; and errors of the database
   */
  async settle(concern: Concern, reason: string): Promise<void> {
    const id = noticeId(concern);
    if (!this.maySettle(id)) return;
    await this.once(`settle ${id}`, async () => {
      const { loaded, decided } = await this.store.change(NOTICE, id, (before) => {
        if (before) this.remember(id, before.state);
        return before && this.maySettle(id) ? this.settling(before.state, reason, { actor: 'system' }) : undefined;
      });
      this.remember(id, decided?.events[0] ?? loaded?.state);
    });
  }

  /**
   * Decides about a notice from what it says now: raises it, raises it again with another content, or settles it. An
   * open notice stays as it is for MIN_OPEN_MS, whatever was decided. Each call reads the notice, so call it seldom.
   *
   * @param decide the new content, or why the notice is settled; undefined: it stays as it is
   * @returns false when the notice could not be changed yet; call it again later
   * @throws Refusal `contention`, `outcome_unknown`; and errors of the database
   */
  async revise(concern: Concern, decide: (open?: NoticeRaised) => Revision | undefined): Promise<boolean> {
    const id = noticeId(concern);
    let isDone = true;
    const { loaded, decided } = await this.store.change(NOTICE, id, (before) => {
      const open = before?.state.type === 'NoticeRaised' ? before.state.data : undefined;
      const revision = decide(open);
      isDone = !revision || !open || this.isLongAgo(Date.parse(open.raised_at));
      if (!revision || !isDone) return undefined;
      if (!('settle' in revision)) return this.raising({ ...concern, ...revision }, before?.state);
      return open && this.settling(before!.state, revision.settle, { actor: 'system' });
    });
    this.remember(id, decided?.events[0] ?? loaded?.state);
    return isDone;
  }

  /**
   * Settles an open notice for an officer. It opens again when its cause is seen again.
   *
   * @param tenantId the tenant of the notice; null for a notice that concerns all tenants
   * @param id of the notice
   * @param operationId if the last event has this id, the officer's request was carried out before
   * @throws Refusal `not_found`, `notice_settled`, `contention`, `outcome_unknown`
   */
  async settleAs(
    by: Officer,
    tenantId: string | null,
    id: string,
    reason: string,
    operationId = newId(),
  ): Promise<void> {
    const { decided } = await this.store.change(NOTICE, id, (before) => {
      if (!before || before.state.data.tenant_id !== tenantId) throw notFound('notice', id);
      if (before.events.at(-1)?.id === operationId) return undefined;
      const { state } = before;
      if (state.type === 'NoticeRaised') return this.settling(state, reason, actorOf(by), operationId);
      const { settled_at } = state.data;
      throw invalid(
        'notice_settled',
        `the notice was settled at ${settled_at} by ${shownActor(state.data)}. No changes were made.`,
      );
    });
    if (decided) this.remember(id, decided.events[0]);
  }

  /**
   * Settles a notice, if it is open, for an officer whose decision ends its cause. Unlike `settle`, it does not wait
   * until the notice has been open for MIN_OPEN_MS.
   *
   * @throws Refusal `contention`, `outcome_unknown`; and errors of the database
   */
  async settleFor(by: Officer, concern: Concern, reason: string): Promise<void> {
    const id = noticeId(concern);
    const { decided } = await this.store.change(NOTICE, id, (before) =>
      before?.state.type === 'NoticeRaised' ? this.settling(before.state, reason, actorOf(by)) : undefined,
    );
    if (decided) this.remember(id, decided.events[0]);
  }

  private once(call: string, work: () => Promise<void>): Promise<void> {
    const before = this.underWay.get(call);
    if (before) return before;
    const mine = work().finally(() => this.underWay.delete(call));
    this.underWay.set(call, mine);
    return mine;
  }

  private raising(notice: Notice, before: NoticeEvent | undefined) {
    const occurrence = nextOccurrence(before);
    const raised_at = this.time.now().toISOString();
    const data = { ...contentOf(notice), occurrence, raised_at };
    return { events: [{ id: newId(), type: 'NoticeRaised' as const, data }] };
  }

  /** Whether the notice is open, with a content that this board trusts or may not raise again yet. */
  private isRaised(id: string, notice: Notice, { state, events }: Loaded<NoticeEvent, NoticeEvent>): boolean {
    if (state.type !== 'NoticeRaised') return false;
    const last = events.at(-1)!.id;
    const genuine = this.genuine.get(id);
    if (genuine?.event === last) return true;
    if (isRaisedAs(state, contentOf(notice))) {
      this.trust(id, last);
      return true;
    }
    const isSoon = genuine !== undefined && this.time.now().getTime() - genuine.at < OTHER_CONTENT_MS;
    return isSoon && state.data.severity === notice.severity;
  }

  private trust(id: string, event: string): void {
    this.genuine.set(id, { event, at: this.time.now().getTime() });
  }

  private settling({ data }: NoticeEvent, reason: string, by: Actor, id = newId()) {
    const { notice_id, tenant_id, kind, subject, occurrence } = data;
    const settled_at = this.time.now().toISOString();
    const settled = { notice_id, tenant_id, kind, subject, occurrence, reason, ...by, settled_at };
    return { events: [{ id, type: 'NoticeSettled' as const, data: settled }] };
  }

  /** Whether a notice may be open, for so long that it can be settled. */
  private maySettle(id: string): boolean {
    const known = this.current(id);
    return !known || (known.isOpen && this.isLongAgo(known.raisedAt));
  }

  /** A time in the future, which a forged event may have, counts as long ago. */
  private isLongAgo(at: number): boolean {
    return !(Math.abs(this.time.now().getTime() - at) < MIN_OPEN_MS);
  }

  private current(id: string): Known | undefined {
    const known = this.known.get(id);
    return known && this.time.now().getTime() - known.readAt < KNOWN_MS ? known : undefined;
  }

  /** @param last event of the notice; undefined when it was never raised */
  private remember(id: string, last: NoticeEvent | undefined): void {
    const isOpen = last?.type === 'NoticeRaised';
    const raisedAt = isOpen ? Date.parse(last.data.raised_at) : 0;
    this.known.set(id, { isOpen, readAt: this.time.now().getTime(), raisedAt });
  }
}

/** The actor of a fact. */
interface Actor {
  actor: string;
  actor_name?: string;
}

const actorOf = (by: Officer): Actor => ({
  actor: officerActor(by),
  ...(by.officer_id !== undefined && { actor_name: by.officer }),
});

const noticeId = ({ tenantId, kind, subject }: Concern): string => derivedId(tenantId ?? NIL, `${kind}:${subject}`);

const contentOf = (notice: Notice) => {
  const { tenantId: tenant_id, kind, subject, severity, message, data } = notice;
  return { notice_id: noticeId(notice), tenant_id, kind, subject, severity, message, data };
};
