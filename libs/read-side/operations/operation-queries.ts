import type {
  DeadLetter,
  FollowerState,
  OperationsView,
  RunningService,
  SealedSecrets,
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
const DEAD_LETTERS = `
  SELECT service, message, kind, type, stream, revision::float8 AS revision, attempts, at,
    CASE WHEN again_at IS NULL THEN 'failed' ELSE 'waiting' END AS state, again_at
  FROM platform.dead_letters WHERE true`;
const DEAD_LETTER = `${DEAD_LETTERS} AND service = $1 AND message = $2`;
const COUNT_DEAD_LETTERS = `
  SELECT count(*)::int AS letters FROM (SELECT FROM platform.dead_letters LIMIT ${MAX_COUNTED}) AS counted`;

const SEALED_SECRETS = `
  SELECT service, secrets, key, sealing_key, is_replacing, coalesce((by_key->>sealing_key)::float8, 0) AS sealed,
    coalesce((SELECT sum(value::float8) FROM jsonb_each_text(by_key - sealing_key)), 0) AS left,
    by_key - sealing_key AS left_by_key, counted_at
  FROM platform.sealed_secrets WHERE true`;

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
      readView<{ letters: number }>(this.sql, COUNT_DEAD_LETTERS, []),
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
      dead_letters: dead!.letters,
    };
  }

  /** Messages that a service could not handle, newest first. */
  deadLetters(page: Page): Promise<DeadLetter[]> {
    return listViews(this.sql, DEAD_LETTERS, [], { order: 'at DESC, service, message', page });
  }

  deadLetter(service: string, message: string): Promise<DeadLetter | undefined> {
    return readView(this.sql, DEAD_LETTER, [service, message]);
  }

  /** The secrets that services keep sealed, by the keys that sealed them. */
  sealedSecrets(page: Page): Promise<SealedSecrets[]> {
    return listViews(this.sql, SEALED_SECRETS, [], { order: 'service, secrets', page });
  }

  /** The tenants, oldest first, each with what waits or failed. */
  tenants({ limit, offset }: Page): Promise<TenantBacklog[]> {
    return readViews(this.sql, TENANTS, [limit, offset]);
  }
}
