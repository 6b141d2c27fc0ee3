import type { NoticeView } from '@probity/contracts/notices/views';
import { NOTICE_KINDS } from '@probity/contracts/notices/words';
import type { Sql } from '@probity/persistence/database';
import type { Page } from '../page';
import { listViews, readView } from '../views';
import type { NoticesQuery } from './notices.query';

const NOTICE = `
  SELECT id, tenant_id, kind, subject, status, severity, message, data, occurrence, raised_at, settled_at, settled_by,
    settled_reason
  FROM platform.notices`;
const OF_ALL_TENANTS = `${NOTICE} WHERE tenant_id IS NULL`;
const OF_TENANT = `${NOTICE} WHERE (tenant_id = $1 OR tenant_id IS NULL)`;
const GET = `${NOTICE} WHERE tenant_id IS NOT DISTINCT FROM $1 AND id = $2`;
const COUNT_OPEN = "SELECT kind, count(*)::int AS open FROM platform.notices WHERE status = 'open' GROUP BY kind";

export type NoticeFilter = Omit<NoticesQuery, keyof Page>;

/** Reads of notices. */
export class NoticeQueries {
  constructor(private readonly sql: Sql) {}

  /**
   * Newest first.
   *
   * @param tenantId a tenant, for its notices and the notices about all tenants; null for the notices about all tenants only
   */
  notices(tenantId: string | null, page: Page, { status, kind }: NoticeFilter = {}): Promise<NoticeView[]> {
    const list = { where: { status, kind }, order: 'raised_at DESC, id DESC', page };
    return tenantId === null
      ? listViews(this.sql, OF_ALL_TENANTS, [], list)
      : listViews(this.sql, OF_TENANT, [tenantId], list);
  }

  /** @param tenantId the tenant of the notice; null for a notice that concerns all tenants */
  notice(tenantId: string | null, noticeId: string): Promise<NoticeView | undefined> {
    return readView(this.sql, GET, [tenantId, noticeId]);
  }

  /** The number of open notices of each kind, over all tenants. */
  async openByKind(): Promise<Record<string, number>> {
    const { rows } = await this.sql.query<{ kind: string; open: number }>(COUNT_OPEN);
    const none = NOTICE_KINDS.map((kind): [string, number] => [kind, 0]);
    return Object.fromEntries([...none, ...rows.map(({ kind, open }): [string, number] => [kind, open])]);
  }
}
