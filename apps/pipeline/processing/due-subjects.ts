import type { Database } from '@probity/persistence/database';
import { oldestOf } from './indexed-reads';

/** Of one claim. */
const MAX_EVENTS = 500;
/** No subject comes after this text. */
const LAST = 'chr(1114111)';

/**
 * Tenants take turns: a claim has an event of each tenant, then a second one, and so on. A tenant contributes at most
 * twice its even share, so that a claim reads little and is full nevertheless when others have few events. Within a
 * tenant, subjects take turns in the same way.
 *
 * `tenants` and `steps` go from one tenant and from one subject to the next in an index, however many events wait for
 * each. So a claim costs as much as the subjects that it looks at. It passes over subjects that are in process or wait
 * for a retry, up to a number. The next look goes on after the last subject that this one saw, and after the last
 * subject of the tenant with the first one again (`is_again`). Of the subjects that it sees, those with the oldest
 * events come first.
 *
 * The first pending event of a subject says when the subject is due. Skips subjects that another process has claimed.
 * The LIMIT 1 keeps Postgres from reading all subjects for a join. The rows of new subjects are created before they
 * are locked, so that no process waits.
 */
const DUE_SUBJECTS = `
  WITH RECURSIVE tenants AS (
    (SELECT tenant_id FROM pipeline.inbox WHERE status = 'pending' ORDER BY tenant_id, subject LIMIT 1)
    UNION ALL
    SELECT n.tenant_id FROM tenants t CROSS JOIN LATERAL (
      SELECT tenant_id FROM pipeline.inbox WHERE status = 'pending' AND tenant_id > t.tenant_id
      ORDER BY tenant_id, subject LIMIT 1) AS n
  ), open AS MATERIALIZED (
    SELECT tenant_id, coalesce(p.subject, '') COLLATE "C" AS place, greatest(1, least($1::int, 2 * $1::int / count(*) OVER ()))::int AS most
    FROM tenants LEFT JOIN unnest($4::uuid[], $5::text[]) AS p (tenant_id, subject) USING (tenant_id)
    WHERE tenant_id <> ALL ($2)
  ), seen AS MATERIALIZED (
    SELECT o.tenant_id, o.most, s.*, s.free = o.most OR s.step = 5 * o.most + 10 AS is_end
    FROM open o CROSS JOIN LATERAL (
      WITH RECURSIVE steps AS (
        SELECT 0 AS step, 0 AS free, o.place AS subject, false AS is_free, NULL::int AS unfinished, false AS is_again
        UNION ALL
        SELECT p.step + 1, p.free + n.is_free::int, n.subject, n.is_free, n.unfinished, n.is_again
        FROM steps p CROSS JOIN LATERAL (
          SELECT i.subject, i.is_again, s.unfinished, i.due_at <= now() AND i.subject <> ALL ($3)
            AND (s.lease_until IS NULL OR s.lease_until <= clock_timestamp()) AS is_free
          FROM (
            (SELECT subject, due_at, p.is_again FROM pipeline.inbox
              WHERE tenant_id = o.tenant_id AND status = 'pending' AND subject > p.subject
                AND subject <= CASE WHEN p.is_again THEN o.place ELSE ${LAST} END
              ORDER BY subject, position LIMIT 1)
            UNION ALL
            (SELECT subject, due_at, true FROM pipeline.inbox
              WHERE NOT p.is_again AND tenant_id = o.tenant_id AND status = 'pending' AND subject <= o.place
              ORDER BY subject, position LIMIT 1)
            LIMIT 1) AS i
            LEFT JOIN LATERAL (
              SELECT unfinished, lease_until FROM pipeline.subjects WHERE subject = i.subject LIMIT 1) AS s ON true) AS n
        WHERE p.free < o.most AND p.step < 5 * o.most + 10
      ) SELECT * FROM steps) AS s
  ), free AS MATERIALIZED (
    SELECT tenant_id, subject, unfinished,
      greatest(1, 2 * most / count(*) OVER (PARTITION BY tenant_id))::int AS share
    FROM seen WHERE is_free
  ), due AS MATERIALIZED (
    SELECT subject, tenant_id, count(*)::int AS most, min(turn) AS turn, min(position) AS first,
      min(unfinished) AS unfinished
    FROM (
      SELECT f.tenant_id, f.subject, f.unfinished, e.position,
        row_number() OVER (PARTITION BY f.tenant_id ORDER BY e.nth, e.position) AS turn
      FROM free f CROSS JOIN LATERAL (
        SELECT position, row_number() OVER (ORDER BY position) AS nth FROM (
          ${oldestOf('f.subject', 'pending', 'position', 'f.share')}) AS oldest) AS e
      ORDER BY turn, random() LIMIT $1) AS events
    GROUP BY subject, tenant_id
  ), made AS (
    INSERT INTO pipeline.subjects (subject) SELECT subject FROM due WHERE unfinished IS NULL
    ORDER BY subject ON CONFLICT DO NOTHING
  )
  SELECT * FROM (
    SELECT subject, tenant_id, most, coalesce(unfinished, 0) AS unfinished, turn, first, NULL AS goes_on FROM due
    UNION ALL
    SELECT subject, tenant_id, 0, 0, NULL, NULL, NOT is_again FROM seen WHERE is_end) AS found
  ORDER BY turn, first`;

/**
 * Each step takes the next entry of an index. With wrong statistics, Postgres may believe that a tenant has few events,
 * and read and sort all of them at each step.
 */
const WITHOUT_SORTING = `
  SELECT set_config('enable_sort', 'off', true), set_config('enable_incremental_sort', 'off', true)`;

/** A subject that has due events. All events of a subject are of one tenant. */
export interface DueSubject {
  subject: string;
  tenant_id: string;
  /** the number of its events whose turn it is */
  most: number;
  /** claims in a row that did not end, see `unfinished.ts` */
  unfinished: number;
}

interface FoundSubject extends DueSubject {
  /** where a look ended, and whether subjects come after it; null: a due subject */
  goes_on: boolean | null;
}

/** Tenants and subjects that are in process here. */
export interface Busy {
  tenants: string[];
  subjects: string[];
}

/** Looks for subjects whose turn it is. */
export class DueSubjects {
  /** by tenant, the subject at which the last look ended; without one, it saw all subjects of the tenant */
  private places = new Map<string, string>();
  /** whether subjects of a tenant were not looked at since their first one */
  hasMore = false;

  constructor(private readonly database: Database) {}

  async next(except: Busy): Promise<DueSubject[]> {
    const { rows } = await this.database.transaction(async (sql) => {
      const look = [MAX_EVENTS, except.tenants, except.subjects, [...this.places.keys()], [...this.places.values()]];
      const [, found] = await Promise.all([sql.query(WITHOUT_SORTING), sql.query<FoundSubject>(DUE_SUBJECTS, look)]);
      return found;
    });
    const places = rows.filter(({ goes_on }) => goes_on !== null);
    const kept = [...this.places].filter(([tenant]) => except.tenants.includes(tenant));
    this.places = new Map([...kept, ...places.map(({ tenant_id, subject }) => [tenant_id, subject] as const)]);
    this.hasMore = places.some(({ goes_on }) => goes_on);
    return rows
      .filter(({ goes_on }) => goes_on === null)
      .map(({ subject, tenant_id, most, unfinished }) => ({ subject, tenant_id, most, unfinished }));
  }
}
