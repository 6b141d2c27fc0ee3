import type {
  DeadFact,
  FollowerState,
  OperationsView,
  RunningService,
  TenantBacklog,
} from '@probity/contracts/operations/views';
import type { Sql } from '@probity/persistence/database';
import type { Page } from '../page';
import { INBOX_AGE, INBOX_DEPTH, MAX_COUNTED } from '../pipeline/inbox-state';
import { listViews, readView, readViews } from '../views';
import { DUE_DELIVERIES } from '../webhooks/due-deliveries';

/** Instances say every five seconds that they run. */
const SERVICES = `
  SELECT service, instance, is_ready, seen_at < now() - interval '30 seconds' AS is_silent, dependencies, started_at,
    seen_at
  FROM platform.running_services ORDER BY service, instance LIMIT 200`;
const FOLLOWERS = `SELECT follower AS name, behind, saved_at FROM event_store.followers(${MAX_COUNTED})`;
const DEAD_FACTS =
  'SELECT consumer, stream, revision::float8 AS revision, type, at FROM event_store.dead_facts WHERE true';
const COUNT_DEAD_FACTS = `
  SELECT count(*)::int AS facts FROM (SELECT FROM event_store.dead_facts LIMIT ${MAX_COUNTED}) AS counted`;

const MOST = 1_000;
const inInbox = (status: string): string => `(SELECT count(*)::int FROM (
    SELECT FROM pipeline.inbox i WHERE i.tenant_id = t.id AND i.status = '${status}' LIMIT ${MOST}) c) AS ${status}`;
const TENANTS = `
  SELECT t.id, t.slug, t.name, ${['pending', 'unresolved', 'dead'].map(inInbox).join(', ')},
    (SELECT count(*)::int FROM (
      SELECT FROM platform.notices n WHERE n.tenant_id = t.id AND n.status = 'open' LIMIT ${MOST}) c) AS open_notices,
    t.created_at
  FROM (SELECT id, slug, name, created_at FROM back_office.tenants ORDER BY created_at, id LIMIT $1 OFFSET $2) AS t
  ORDER BY t.created_at, t.id`;

/** Reads the state of the installation: of all services, from their tables. */
export class OperationQueries {
  constructor(private readonly sql: Sql) {}

  async state(now: Date): Promise<OperationsView> {
    const [services, followers, depth, age, due, dead] = await Promise.all([
      readViews<RunningService>(this.sql, SERVICES, []),
      readViews<FollowerState>(this.sql, FOLLOWERS, []),
      this.sql.query<{ status: 'pending' | 'unresolved' | 'dead'; events: number }>(INBOX_DEPTH),
      readView<{ seconds: number }>(this.sql, INBOX_AGE, []),
      readView<{ deliveries: number; seconds: number }>(this.sql, DUE_DELIVERIES, []),
      readView<{ facts: number }>(this.sql, COUNT_DEAD_FACTS, []),
    ]);
    const eventsIn = (status: string): number => depth.rows.find((row) => row.status === status)?.events ?? 0;
    return {
      at: now.toISOString(),
      services,
      followers,
      inbox: {
        pending: eventsIn('pending'),
        unresolved: eventsIn('unresolved'),
        dead: eventsIn('dead'),
        oldest_pending_seconds: age!.seconds,
      },
      webhooks: { due: due!.deliveries, oldest_due_seconds: due!.seconds },
      dead_facts: dead!.facts,
    };
  }

  /** Facts that a consumer in the same process could not handle, newest first. */
  deadFacts(page: Page): Promise<DeadFact[]> {
    return listViews(this.sql, DEAD_FACTS, [], { order: 'at DESC, stream, revision, consumer', page });
  }

  /** The tenants, oldest first, each with what waits or failed. */
  tenants({ limit, offset }: Page): Promise<TenantBacklog[]> {
    return readViews(this.sql, TENANTS, [limit, offset]);
  }
}
