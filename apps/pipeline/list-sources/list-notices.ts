import type { Concern, NoticeBoard } from '@probity/notices/notice-board';
import type { Database } from '@probity/persistence/database';
import type { Clock } from '@probity/platform/clock';
import type { Logger } from '@probity/platform/logging';
import { confirmedAt } from '@probity/read-side/watchlists/list-confirmed';
import { decideNotices, type KnownNotice, type ListNoticeKind, type WatchedList } from './decide-notices';

const LISTS = `
  SELECT s.list, s.active, s.failures, s.stale_after_hours, s.set_at, ${confirmedAt('s.list')} AS confirmed_at,
    f.code, f.message
  FROM pipeline.watchlist_sources s LEFT JOIN LATERAL (
    SELECT code, message FROM pipeline.watchlist_fetches WHERE list = s.list ORDER BY ended_at DESC, id DESC LIMIT 1
  ) f ON true
  WHERE s.removed_at IS NULL`;
const KINDS: ListNoticeKind[] = ['list_fetch_failed', 'list_stale'];
const NOTICES = `
  SELECT kind, subject, status, data, settled_at, settled_by FROM platform.notices
  WHERE tenant_id IS NULL AND kind = ANY($1)`;

/** Raises and settles the notices about lists that are fetched. */
export class ListNotices {
  constructor(
    private readonly database: Database,
    private readonly board: Pick<NoticeBoard, 'raise' | 'settle'>,
    private readonly logger: Logger,
    private readonly now: Clock,
  ) {}

  /** A notice that cannot be raised or settled is logged; the next call tries again. */
  async update(): Promise<void> {
    const [lists, notices] = await Promise.all([
      this.database.query<WatchedList & Record<string, unknown>>(LISTS),
      this.database.query<KnownNotice & Record<string, unknown>>(NOTICES, [KINDS]),
    ]);
    const { settle, raise } = decideNotices(lists.rows, notices.rows, this.now());
    for (const { kind, list, reason } of settle) {
      await this.attempt(this.board.settle(concerning(kind, list), reason), kind, list);
    }
    for (const notice of raise) {
      await this.attempt(this.board.raise(notice), notice.kind, notice.subject);
    }
  }

  private async attempt(work: Promise<void>, kind: string, list: string): Promise<void> {
    await work.catch((err: unknown) =>
      this.logger.warn({ err, kind, list }, 'a notice about a list cannot be changed'),
    );
  }
}

const concerning = (kind: ListNoticeKind, list: string): Concern => ({ tenantId: null, kind, subject: list });
